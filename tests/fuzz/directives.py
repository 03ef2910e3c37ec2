"""Directives and macros that take each other apart, in a file and in two headers.

Macros share their names with types, functions and variables, expand to pieces of declarations, and
come and go with conditions; headers are included in the middle of what others began.
"""

from __future__ import annotations

from tests.fuzz.writer import Grammar

DIRECTIVES = Grammar(r"""
main:
    #include "a.h" | $text
    $part | #include "a.h" | $text
header:
    $text
    6* #ifndef A_H | #define A_H | $text | #endif
behind:
    $definition | $declaration | $directive | $declaration | $opening | $statement | #endif
    #ifndef B_H | #define B_H | $text | #endif
text:
    $part | $part
    3* $part | $text
part:
    6* $line
    2* $opening | $line | #endif
    $opening | $line | #else | $line | #endif
    $opening | $line | #elif $truth | $line | #endif
    2* $head $name(global int *p) | { | $inside | $statement | }
    $declared $name(global int *p) | { | $statement | }
    struct $name { | $member | };
    void $name(int n, | $parameter | );
    #define $name $body \ | $body
line:
    2* $definition
    $directive
    $include
    3* $declaration
    $statement
    $opening
    $ending
word:
    $plain
    $sign
    $called
sign = '' { } ( ) ; # ## #if #ifndef #else #endif #define #undef #include \ // /* */
name = A B N f s x
opening:
    2* #if $truth
    #ifdef $name
    #ifndef $name
    #if 0
ending:
    #elif $truth
    #else
    2* #endif
truth:
    2* 0
    2* 1
    2* $name
    2* defined($name)
    2* !defined $name
    2* $name > 1
    $name && $name
    __LINE__ > 9
    1 / N
    cl_khr_fp16
    F(1)
include:
    3* #include "a.h"
    20* #include "b.h"
    #include "missing.h"
    #include <b.h>
    #include A
definition:
    5* #define $name $body
    #define $name(x) $body
    #define $name(x, y) $body
    #define $name(...) $body
    #define $name() $body
    3* #define F(x) $body
    #define G(x, ...) $body
body:
    4* $plain
    2* $called
    $other
plain:
    2* $name
    1
    2
    int
    half
    kernel
    static
    x
    x + 1
    (x)
called:
    F(1)
    F($name)
    F
    G(1, 2)
    $name(x)
    F(F(x))
    int x;
    p[0]
other:
    {
    }
    (
    )
    ;
    { int x;
    ; }
    struct s {
    f(
    (int n)
    /*
    "
    #x
    x##1
    $name##x
    #__VA_ARGS__
    __VA_ARGS__
    f(x, ##__VA_ARGS__)
    "a.h"
    "b.h"
    <b.h>
    defined(B)
    do { x; } while (0)
    global int *
    _Pragma("OPENCL EXTENSION cl_khr_fp16 : $switch")
    __attribute__((packed))
    barrier(CLK_LOCAL_MEM_FENCE)
    // x
    /* x */ 1
    typedef int s;
    kernel void f(void) {}
    __LINE__
    __FILE__
    __COUNTER__
    x;
    x x
switch = enable disable
extension = cl_khr_fp16 cl_khr_fp16 cl_khr_fp64 all A
directive:
    6* $definition
    6* #undef $name
    3* #pragma OPENCL EXTENSION $extension : $switch
    3* _Pragma("OPENCL EXTENSION $extension : $switch")
    #pragma OPENCL FP_CONTRACT ON
    #pragma OPENCL FP_CONTRACT $name
    #pragma once
    #pragma unroll
    #pragma $name
    #error $name
    #warning $name
    #undef F
    #line 7
    #line 3 "x.cl"
    #line $name
    #
    #$name
    #define
    \
    /*
    */
    // opencl-ls: allow(names/undeclared)
head = void int s A
declared:
    kernel void
    static int
    inline float
inside:
    2* $statement
    $directive
    $include
member:
    int x;
    A x;
    F(x);
    $include
    $directive
parameter:
    $include
    A
    int B
    F(int) x
declaration:
    int $name;
    constant int $name = $name;
    constant int $name = 4;
    typedef int $name;
    $name $name(int x);
    $name $name;
    F(int) v;
    F($name)
    G(A, B);
    struct s $name;
    struct s { int x; };
    enum { $name };
    half $name(half x) { return x; }
    2* int $name(int x) { $statement return $name; }
    2* kernel void $name(global int *p) { p[0] = $name; $statement }
    $name void $name(A x) { $statement }
statement:
    2* int $name = $name;
    2* $name;
    2* $name($name);
    2* F($name);
    2* p[0] = $name;
    2* p[0] = F($name);
    2* return $name;
    2* struct $name z;
    if ($name) $name
    F($name
    $name )
    half h = 1;
    {
    }
    p[F(x)] = A B;
    F(F($name)) G(F, 1)(2);
    G(1, 2, 3);
""")
