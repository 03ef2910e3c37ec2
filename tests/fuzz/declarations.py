"""Declarations in which a handful of names contradict each other.

The kernels of the world declare a name once.  Here functions, types, tags, constants and macros
share their names and stand in several forms.
"""

from __future__ import annotations

from tests.fuzz.writer import Grammar

DECLARATIONS = Grammar(r"""
main:
    $line | $line
    4* $line | $main
part:
    $line
word = '' int kernel x float f s N static
line:
    3* $head { $body }
    $head;
    $record $name;
    9* $record $name { $members };
    10* typedef $named $name;
    10* $program_space $scalar $value$initializer;
    10* enum $tag { $enumerators };
    10* $directive
    27* $head { $body $statement }
    2* $old_head $old_parameters { $body }
    $old_head
    $old_parameters
function = f g h
name = s t u
tag = '' s t u
value = a b N
record = struct struct union
scalar = int float s t u
program_space = constant global static '' constant
members:
    int x;
    float x; int y;
    $type x;
    struct $name x;
    int x[N];
named:
    $type
    struct { int x; }
    struct { $name x; }
initializer:
    = 1
    = N
    2* [4]
    2* [N]
    2* [4] = { 1 }
enumerators:
    E
    E = 3
    N
    E = N
directive:
    4* #define $macro $stands_for
    2* #undef $value
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
    #pragma OPENCL EXTENSION cl_khr_fp16 : disable
macro = a b N E F(x)
stands_for = 1 2 16 f a int x
head:
    $specifiers $result $function(void)
    3* $specifiers $result $function($parameter)
    $specifiers $result $function($parameter, $parameter)
    $specifiers $result $function($parameter, $parameter, $parameter)
old_head:
    $specifiers $result $function(x)
    $specifiers $result $function(x, p)
old_parameters:
    int x;
    global $scalar *p; $type x;
    int x, p, y;
    $type p;
specifiers:
    3*
    2* kernel
    static
    inline
    static inline
    extern
    __attribute__((overloadable))
    __attribute__((noinline))
    kernel __attribute__((reqd_work_group_size(8, 1, 1)))
result:
    void
    int
    float
    $type
parameter:
    $type $parameter_name
    global $scalar *p
    local int *l
    int n
    read_only image2d_t im
parameter_name = x y p a
type:
    struct $name
    union $name
    enum $name
    global int *
    local $name *
    constant float *
    2* $name
    event_t
    image2d_t
    8* $plain
plain = int float float4 int2 half uchar size_t void
body:
    2* $statement
    $statement $statement
    ;
expression:
    3* $function($argument)
    3* $function($argument, $argument)
    3* $function()
    3* $value
    x
    p[0]
    p->x
    a.x
    N + 1
    E
    b ? 1 : 2
    sizeof($type)
    get_local_id(0)
    (float4)(1.0f)
argument = 1 1.0f x p a N &a l n
statement:
    int v = $expression;
    $expression;
    return $expression;
    return;
    $type w;
    struct $name z; z.x = $expression;
    local int tile[$size];
    if ($expression) barrier(CLK_LOCAL_MEM_FENCE);
    p[get_global_id(0)] = $expression;
    switch ($expression) { case E: break; case N: break; }
    l[get_local_id(0)] = l[get_local_id(0) + 1];
size = N 16 E a
""")
