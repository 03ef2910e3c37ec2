;;; opencl-mode.el --- Major mode for OpenCL C -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: languages, c
;; URL: https://github.com/opencl-ls/opencl-ls
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; `opencl-mode' is `c-mode' with the words of OpenCL C: its qualifiers count as such for colours
;; and indentation, and built-in functions, types and constants of every version are coloured.
;;
;; `M-x compile' understands what `opencl-ls check' prints.  `opencl-ts-mode' in a file of its own
;; does the same with tree-sitter.

;;; Code:

(require 'cc-mode)
(require 'cc-fonts)
(require 'compile)
(require 'opencl-words)

(eval-when-compile
  (require 'cc-langs)
  (require 'cc-fonts))

(eval-and-compile
  (c-add-language 'opencl-mode 'c-mode))

(c-lang-defconst c-modifier-kwds
  opencl (append '("kernel" "__kernel") (c-lang-const c-modifier-kwds)))

(c-lang-defconst c-type-modifier-kwds
  opencl (append '("global" "__global" "local" "__local" "constant" "__constant"
                   "private" "__private" "generic" "__generic"
                   "read_only" "__read_only" "write_only" "__write_only"
                   "read_write" "__read_write" "pipe")
                 (c-lang-const c-type-modifier-kwds)))

(c-lang-defconst c-primitive-type-kwds
  opencl (append opencl-words-types (c-lang-const c-primitive-type-kwds)))

;;;; Colours

(defgroup opencl nil
  "OpenCL C."
  :group 'languages
  :prefix "opencl-")

(defface opencl-builtin-function-face
  '((t :inherit font-lock-builtin-face))
  "Face of built-in functions of OpenCL C."
  :group 'opencl)

(defvar opencl-mode--faces
  (let ((faces (make-hash-table :test #'equal :size 3000)))
    (dolist (word opencl-words-functions)
      (puthash word 'opencl-builtin-function-face faces))
    (dolist (word opencl-words-constants)
      (puthash word 'font-lock-constant-face faces))
    (dolist (word opencl-words-qualifiers)
      (puthash word 'font-lock-keyword-face faces))
    faces)
  "The face of each word that is coloured wherever it is in code.")

(defvar opencl-mode--face nil
  "The face of the word that was found last.")

(defun opencl-mode--word (limit)
  "Move past the next word before LIMIT that has a face of its own."
  (let (found)
    (while (and (not found)
                (re-search-forward "\\_<[A-Za-z_][A-Za-z0-9_]*\\_>" limit t))
      (let ((start (match-beginning 0)))
        (setq opencl-mode--face
              (gethash (match-string-no-properties 0) opencl-mode--faces))
        (setq found
              (and opencl-mode--face
                   ;; A member called `length' is no function.
                   (not (memq (char-before start) '(?. ?>)))
                   (not (save-match-data (save-excursion (nth 8 (syntax-ppss start)))))))))
    found))

(defconst opencl-mode--more-keywords
  `((opencl-mode--word 0 opencl-mode--face t)
    (,(concat "\\_<__attribute__\\_>[^;{]*?(\\s-*" (regexp-opt opencl-words-attributes 'symbols))
     1 font-lock-preprocessor-face t))
  "What is coloured beside the words that C has.")

(defconst opencl-font-lock-keywords-1 (c-lang-const c-matchers-1 opencl)
  "Minimal colours of `opencl-mode'.")

(defconst opencl-font-lock-keywords-2 (c-lang-const c-matchers-2 opencl)
  "Fast colours of `opencl-mode'.")

(defconst opencl-font-lock-keywords-3 (c-lang-const c-matchers-3 opencl)
  "Accurate colours of `opencl-mode'.")

(defvar opencl-font-lock-keywords opencl-font-lock-keywords-3
  "Colours of `opencl-mode'.")

(defvar opencl-font-lock-extra-types nil
  "Further names that are coloured as types, as regular expressions.")

;;;; The mode

;;;###autoload
(define-derived-mode opencl-mode c-mode "OpenCL"
  "Major mode for OpenCL C, the language of kernels.

It is derived from `c-mode', so that your hooks and styles for C hold here
as well."
  ;; CC Mode takes its tables from the language that is initialized last.
  (c-init-language-vars opencl-mode)
  (c-common-init 'opencl-mode)
  (font-lock-add-keywords nil opencl-mode--more-keywords 'append)
  ;; CC Mode would let a compiler of C judge the buffer.
  (remove-hook 'flymake-diagnostic-functions 'flymake-cc t)
  (setq-local comment-start "// ")
  (setq-local comment-end ""))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:cl\\|ocl\\|clh\\|clcpp\\)\\'" . opencl-mode))

;;;; `M-x compile' with opencl-ls check

;; blur.cl:12:15: error: text [family/name]
(add-to-list 'compilation-error-regexp-alist-alist
             '(opencl-ls
               "^\\([^:\n]+\\):\\([0-9]+\\):\\([0-9]+\\): \\(?:error\\|\\(warning\\)\\|\\(info\\(?:rmation\\)?\\|hint\\|note\\)\\)"
               1 2 3 (4 . 5)))
(add-to-list 'compilation-error-regexp-alist 'opencl-ls)

(provide 'opencl-mode)
;;; opencl-mode.el ends here
