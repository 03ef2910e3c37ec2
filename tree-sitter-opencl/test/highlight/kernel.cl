#include <types.h>
// <- keyword.directive
//       ^ string
#define TILE 16
// <- keyword.directive
//      ^ constant.macro
#define SQUARE(x) ((x) * (x))
//      ^ function.macro
//             ^ variable.parameter

/* a comment */
// <- comment

typedef struct {
// <- keyword
//      ^ keyword
  float4 centre;
  // <- type.builtin
  //     ^ property
  unsigned int count;
  // <- type.builtin
  //           ^ property
} Body;
//^ type

constant float WEIGHTS[2] = {0.25f, 0x1p-2f};
// <- keyword
//       ^ type.builtin
//             ^ constant
//                           ^ number
//                                  ^ number

kernel __attribute__((reqd_work_group_size(TILE, 1, 1)))
// <- keyword
//     ^ keyword
//                    ^ attribute
//                                         ^ constant.macro
void blur(read_only image2d_t source, global float4 *restrict target, local Body *bodies)
// <- type.builtin
//   ^ function
//        ^ keyword
//                  ^ type.builtin
//                            ^ variable.parameter
//                                    ^ keyword
//                                           ^ type.builtin
//                                                   ^ keyword
//                                                            ^ variable.parameter
//                                                                    ^ keyword
//                                                                          ^ type
{
  const size_t i = get_global_id(0);
  // <- keyword
  //    ^ type.builtin
  //           ^ variable
  //               ^ function.builtin
  //                             ^ number
  float4 sum = (float4)(0.0f);
  //            ^ type.builtin
  for (int k = 0; k < TILE; ++k) {
  // <- keyword
  //                ^ operator
  //                  ^ constant.macro
    sum += bodies[k].centre * WEIGHTS[k & 1];
    //  ^ operator
    //              ^ punctuation.delimiter
    //               ^ property
    //                        ^ constant
    sum.xy = my_function(sum.xy);
    //  ^ property
    //       ^ function
  }
  barrier(CLK_LOCAL_MEM_FENCE);
  // <- function.builtin
  //      ^ constant.builtin
  printf("%v4f\n", sum);
  // <- function.builtin
  //     ^ string
  //          ^ string.escape
  void (^block)(int) = ^(int n) { goto out; };
  //    ^ punctuation.special
  //                   ^ punctuation.special
  //                              ^ keyword
  //                                   ^ label
  target[i] = convert_float4(convert_int4(sum));
  //          ^ function.builtin
out:
// <- label
  return;
  // <- keyword
}
