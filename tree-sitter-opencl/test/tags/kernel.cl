#define TILE 16
//      ^ definition.constant
#define SQUARE(x) ((x) * (x))
//      ^ definition.macro

struct Body { float4 centre; };
//     ^ definition.class

typedef float4 colour;
//             ^ definition.type

float weight(int distance);
//    ^ definition.function

float weight(int distance) {
//    ^ definition.function
  return native_exp((float)-distance);
  //     ^ reference.call
}

kernel void blur(global float4 *target) {
//          ^ definition.function
  target[get_global_id(0)] = weight(SQUARE(TILE));
  //     ^ reference.call
  //                         ^ reference.call
}
