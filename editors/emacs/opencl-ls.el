;;; opencl-ls.el --- OpenCL C by opencl-ls and Eglot -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Put `opencl-ls' on PATH, this folder on `load-path', and into your init file:
;;
;;     (require 'opencl-ls)
;;     (add-hook 'opencl-mode-hook #'eglot-ensure)
;;
;; Settings belong into an opencl-ls.toml in the project, or into
;; `eglot-workspace-configuration', for example (:opencl (:std "CL2.0")).

;;; Code:

(require 'cc-mode)

(defvar eglot-server-programs)

(defconst opencl-ls-keywords
  `((,(rx symbol-start (? "__")
          (or "kernel" "global" "local" "constant" "private" "generic"
              "read_only" "write_only" "read_write" "pipe")
          symbol-end)
     . font-lock-keyword-face)
    (,(rx symbol-start
          (or (seq (or (seq (? "u") (or "char" "short" "int" "long")) "half" "float" "double")
                   (? (or "2" "3" "4" "8" "16")))
              (seq "image" (any "123") "d_" (* (any "a-z" "_")) "t")
              "size_t" "ptrdiff_t" "intptr_t" "uintptr_t" "bool" "sampler_t" "event_t"
              "queue_t" "clk_event_t" "ndrange_t" "reserve_id_t")
          symbol-end)
     . font-lock-type-face))
  "What OpenCL C adds to the words of C.")

;; Somebody who has a mode of that name already keeps it.
(unless (or (fboundp 'opencl-mode) (require 'opencl-mode nil t))
  (define-derived-mode opencl-mode c-mode "OpenCL"
    "Major mode for OpenCL C: `c-mode' with the words that OpenCL adds."
    (font-lock-add-keywords nil opencl-ls-keywords)))

;;;###autoload
(add-to-list 'auto-mode-alist '("\\.\\(?:cl\\|ocl\\|clh\\)\\'" . opencl-mode))

(with-eval-after-load 'eglot
  (add-to-list 'eglot-server-programs '(opencl-mode . ("opencl-ls" "--stdio"))))

(provide 'opencl-ls)
;;; opencl-ls.el ends here
