"""Functions that call each other: the body of one decides about the findings in the others."""

from __future__ import annotations

from tests.fuzz.writer import Grammar

BODIES = Grammar(r"""
main:
    $part | $part
    3* $part | $main
part:
    $head;
    $outside
    2* $head { | $statements | }
    6* $head { | int a = n, i = get_local_id(0), b, t = 1; event_t e; | $statements | }
statements:
    $line
    2* $line | $statements
word:
    3* $value
    $words
words = '' kernel static int local global f(p); g(l); h(); if a l p n = return break; { } const void
function = f g h k m
head:
    3* $specifiers $function(global int *p, local int *l, int n)
    $specifiers $function(void)
    $specifiers $function($parameter)
    $specifiers $function($parameter, $parameter)
specifiers:
    2* void
    2* kernel void
    int
    float
    static int
    inline int
    static inline void
    kernel int
    static kernel void
    __attribute__((overloadable)) int
    kernel __attribute__((reqd_work_group_size(8, 1, 1))) void
    __attribute__((vec_type_hint(float4))) kernel void
    __attribute__((work_group_size_hint(4, 4, 1))) kernel void
parameter:
    2* global int *p
    2* int n
    local int *l
    local float *l
    volatile global int *p
    constant float *c
    int *q
    int a
    float4 v
    struct s *p
    read_only image2d_t im
    write_only image2d_t im
    sampler_t sm
    event_t e
    read_only pipe int pi
    write_only pipe int pi
    queue_t qu
    global atomic_int *at
    void (^bl)(void)
outside:
    struct s { int x; };
    struct s { local int *x; };
    constant int a = 4;
    constant int l[4] = { 1 };
    int a;
    global int b;
    enum { a };
    #define a 3
    #define f g
    constant sampler_t sm = 0;
    typedef void (^bl_t)(void);
    static int f(void);
    #pragma OPENCL EXTENSION cl_khr_fp16 : enable
id = get_local_id(0) get_group_id(0) get_global_id(0)
number = a b i n t 0 1 8
value:
    4* $number
    $id
    p[i]
    l[0]
    $number + 1
    $called
condition:
    $value
    $value < 4
    $value == 0
    $value < n
    $id == 0
    !$value
called:
    4* $function(p, l, n)
    $function()
    $function($argument)
    $function($argument, $argument)
argument = p l n a q im sm &a 1 pi bl get_local_id(0)
line:
    2* $variable
    2* $simple
    2* $call
    2* $under
    $flow
    $group
    $block
    $opaque
below:
    $simple
    $call
    $flow
    2* $group
variable:
    int a = $value;
    int i = $value;
    int b;
    const int t = $value;
    local int l[16];
    local int b;
    local int l[n];
    local int *r = l;
    constant int c = 1;
    global int *r = p + $value;
    private int q[4];
    static int t = 1;
    event_t e = 0;
    struct s z;
    __attribute__((unused)) int b;
    int *q = &a;
    half t = 1;
    sampler_t sm = 0;
    extern int $function(int a);
simple:
    p[get_global_id(0)] = $value;
    l[get_local_id(0)] = $value;
    a = $value;
    n = $value;
    l[$value] += 1;
    p[$value] = l[$value];
    b = l[get_local_id(0) + 1];
    l[0] = 1;
    p[0] = b;
    $value;
    *q = 1;
    q = &b;
    r = l;
    i++;
    t = a / b;
    p->x = a;
    printf("%d\n", $value);
    printf("%s", a);
    ;
call:
    2* $called;
    a = $called;
    return $called;
    (void)$called;
under:
    2* if ($condition) $below
    if ($condition) return;
    if ($condition) break;
    if ($condition) {
    if ($condition) { $below } else { $group }
    else
    } else {
    }
    while ($condition) $below
    do $below while ($condition);
    for (int i = 0; i < $value; ++i) $below
    for (int i = 0; $condition; i += a) {
    switch ($value) { case 1: $below case a: break; default: $group }
flow:
    return;
    return $value;
    break;
    continue;
    goto end;
    if (get_local_id(0)) goto end;
    end:;
    end: a = 1;
    case 1:
    default:
    switch ($value) {
    {
    }
group:
    3* barrier(CLK_LOCAL_MEM_FENCE);
    barrier(CLK_GLOBAL_MEM_FENCE);
    barrier(a);
    work_group_barrier(CLK_LOCAL_MEM_FENCE);
    mem_fence(CLK_LOCAL_MEM_FENCE);
    a = work_group_reduce_add($value);
    a = work_group_broadcast($value, a);
    a = sub_group_all(a);
    e = async_work_group_copy(l, p, $value, 0);
    e = async_work_group_copy(p, l, 16, e);
    wait_group_events(1, &e);
    atomic_inc(p);
    atomic_add(l, $value);
    atomic_fetch_add(at, 1);
    atomic_init(at, 1);
queue = qu get_default_queue()
block:
    void (^bl)(void) = ^{ $below };
    int (^bl)(int) = ^(int x) { $below return x; };
    bl();
    a = bl(1);
    bl = ^{ a = 1; };
    ^{ $below }();
    return bl;
    enqueue_kernel($queue, 0, ndrange_1D($value), ^{ $below });
    enqueue_kernel($queue, CLK_ENQUEUE_FLAGS_NO_WAIT, ndrange_1D(8), bl);
    enqueue_kernel($queue, 0, ndrange_1D(8), ^(local void *x) { $below }, $value);
    a = get_kernel_work_group_size(^{ $below });
opaque:
    a = read_imagei(im, sm, (int2)($value, 0)).x;
    a = read_imagei(im, (int2)(0, 0)).x;
    write_imagei(im, (int2)($value, 0), (int4)(a));
    a = get_image_width(im);
    read_pipe(pi, &a);
    write_pipe(pi, &a);
    reserve_id_t id = reserve_read_pipe(pi, 1);
    reserve_id_t id = work_group_reserve_write_pipe(pi, 1);
    if (is_valid_reserve_id(id)) {
    read_pipe(pi, id, 0, &a);
    commit_read_pipe(pi, id);
    clk_event_t ev = create_user_event();
    release_event(ev);
""")
