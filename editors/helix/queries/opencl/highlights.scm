; Made by `python -m tests.support.helix_queries`: do not edit.

; Words

[
  "break" "case" "continue" "default" "do" "else" "for" "goto" "if" "return" "switch" "while"
] @keyword

[
  "enum" "struct" "typedef" "union" "sizeof" "_Alignof" "__alignof__" "__alignof" "_Alignas"
  "_Static_assert" "_Generic" "_Atomic" "typeof" "__typeof" "__typeof__" "asm" "__asm" "__asm__"
  "__attribute__" "__attribute"
] @keyword

(storage_class_specifier) @keyword
(type_qualifier) @keyword
(gnu_asm_qualifier) @keyword
(kernel_qualifier) @keyword
(address_space_qualifier) @keyword
(access_qualifier) @keyword
(pipe_qualifier) @keyword

; Types

(primitive_type) @type.builtin
(sized_type_specifier) @type.builtin
(type_identifier) @type

; Names. The first pattern of a node is the weakest: later ones win.

(identifier) @variable

((identifier) @constant
  (#match? @constant "^[A-Z][A-Z0-9_]+$"))

(parameter_declaration declarator: (identifier) @variable.parameter)
(parameter_declaration
  declarator: (pointer_declarator declarator: (identifier) @variable.parameter))
(parameter_declaration
  declarator: (array_declarator declarator: (identifier) @variable.parameter))

(enumerator name: (identifier) @constant)
(field_identifier) @variable.other.member
(statement_identifier) @label
(macro_qualifier (identifier) @constant.macro)
(macro_invocation function: (identifier) @function.macro)

; Functions

(function_declarator declarator: (identifier) @function)
(call_expression function: (identifier) @function)
(call_expression function: (field_expression field: (field_identifier) @function))

; Several short patterns: Neovim reads them as its own, which have nine groups at most.
((call_expression function: (identifier) @function.builtin)
  (#match? @function.builtin "^get_(global|local|group|num|work|enqueued|sub_group|max_sub_group)_?[a-z_]*$"))
((call_expression function: (identifier) @function.builtin)
  (#match? @function.builtin "^(convert_[a-z0-9_]+|as_[a-z0-9]+)$"))
((call_expression function: (identifier) @function.builtin)
  (#match? @function.builtin "^(native|half|atomic|atom|work_group|sub_group|async_work_group|enqueue)_[a-z0-9_]+$"))
((call_expression function: (identifier) @function.builtin)
  (#match? @function.builtin "^v(load|store)a?_?(half)?[0-9]*(_rt[ezpn])?$"))
((call_expression function: (identifier) @function.builtin)
  (#match? @function.builtin "^(read|write)_(image(f|i|ui|h)|pipe)$"))
((call_expression function: (identifier) @function.builtin)
  (#match? @function.builtin "^((work_group_|sub_group_)?barrier|(read_|write_)?mem_fence|wait_group_events|prefetch|shuffle2?|vec_step|printf|to_(global|local|private)|fma|mad(24|_hi|_sat)?|mul24|clamp|mix|dot|cross|length|distance|normalize|select|bitselect|isnan|isinf|any|all)$"))

(attribute_specifier (argument_list (identifier) @attribute))
(attribute_specifier (argument_list (call_expression function: (identifier) @attribute)))
(attribute name: (identifier) @attribute)

; Literals

(number_literal) @constant.numeric
(char_literal) @string
(string_literal) @string
(escape_sequence) @constant.character.escape
(system_lib_string) @string
(true) @constant.builtin
(false) @constant.builtin
(null) @constant.builtin
((identifier) @constant.builtin
  (#match? @constant.builtin "^(CLK|CL)_[A-Z0-9_]+$"))

(comment) @comment

; Preprocessor

[
  "#define" "#include" "#if" "#ifdef" "#ifndef" "#else" "#elif" "#elifdef" "#elifndef" "#endif"
  "defined"
] @keyword.directive

(preproc_directive) @keyword.directive
(preproc_def name: (identifier) @constant.macro)
(preproc_function_def name: (identifier) @function.macro)
(preproc_params (identifier) @variable.parameter)

; Signs

[
  "+" "-" "*" "/" "%" "~" "&" "|" "^" "<<" ">>" "!" "&&" "||" "==" "!=" "<" ">" "<=" ">="
  "=" "+=" "-=" "*=" "/=" "%=" "&=" "|=" "^=" "<<=" ">>=" "++" "--" "->" "?" "..."
] @operator

(block_literal "^" @punctuation.special)
(block_declarator "^" @punctuation.special)
(abstract_block_declarator "^" @punctuation.special)

["(" ")" "[" "]" "{" "}"] @punctuation.bracket
["," ";" ":" "."] @punctuation.delimiter
