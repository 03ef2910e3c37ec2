[
  (compound_statement)
  (field_declaration_list)
  (enumerator_list)
  (initializer_list)
  (parameter_list)
  (init_declarator)
  (expression_statement)
] @indent

[
  "case"
  "default"
  "}"
  "]"
  ")"
] @outdent

(parameter_list . (parameter_declaration) @anchor) @align
(argument_list . (_) @anchor) @align
