; Made by `python -m tests.support.helix_queries`: do not edit.

((comment) @injection.content
  (#set! injection.language "comment"))

; The body of a macro is OpenCL C itself.
(preproc_def value: (preproc_arg) @injection.content
  (#set! injection.language "opencl"))
(preproc_function_def value: (preproc_arg) @injection.content
  (#set! injection.language "opencl"))
