; Made by `python -m tests.support.helix_queries`: do not edit.

[
  (function_definition)
  (compound_statement)
  (for_statement)
  (block_literal)
] @local.scope

(parameter_declaration declarator: (identifier) @local.definition)
(parameter_declaration
  declarator: (pointer_declarator declarator: (identifier) @local.definition))
(parameter_declaration
  declarator: (array_declarator declarator: (identifier) @local.definition))

(declaration declarator: (identifier) @local.definition)
(init_declarator declarator: (identifier) @local.definition)
(pointer_declarator declarator: (identifier) @local.definition)
(block_declarator declarator: (identifier) @local.definition)
(array_declarator declarator: (identifier) @local.definition)

(function_definition
  declarator: (function_declarator declarator: (identifier) @local.definition))

(enumerator name: (identifier) @local.definition)
(type_definition declarator: (type_identifier) @local.definition)
(struct_specifier name: (type_identifier) @local.definition
  body: (field_declaration_list))
(preproc_def name: (identifier) @local.definition)
(preproc_function_def name: (identifier) @local.definition)

(identifier) @local.reference
(type_identifier) @local.reference
