#ifndef TYPES_H
#define TYPES_H
typedef struct node { int value; struct node *next; float4 at; } node_t;
enum mode { OFF, ON = 2 };
#define AT(i) data[i]
#define FIELD(name) int name;
#define TWICE(x) ((x) + (x))
#define GLUE(a, b) a##b
int shared(int value);
static inline int local_of(int value) { return value + WIDTH; }
#endif
