[
  (compound_statement)
  (field_declaration_list)
  (enumerator_list)
  (initializer_list)
  (parameter_list)
  (argument_list)
  (vector_literal)
  (parenthesized_expression)
  (case_statement)
] @indent.begin

[
  "}"
  ")"
] @indent.branch @indent.end

["#define" "#if" "#ifdef" "#ifndef" "#elif" "#else" "#endif" (preproc_directive)] @indent.zero

(comment) @indent.auto
