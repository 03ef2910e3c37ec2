;;; opencl-ls.el --- OpenCL C by opencl-ls and Eglot or lsp-mode -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1") (eglot "1.9"))
;; Keywords: languages, tools
;; URL: https://github.com/opencl-ls/opencl-ls
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Put `opencl-ls' on PATH, this folder on `load-path', and into your init file:
;;
;;     (require 'opencl-ls)
;;     (add-hook 'opencl-mode-hook #'opencl-ls-ensure)
;;
;; C-c C-v in a kernel begins the commands of `opencl-ls-mode': the page of a built-in function or
;; of a rule, the configuration, a macro's expansion, the host's code of a kernel.  The menu
;; "OpenCL" has them as well.
;;
;; Settings belong into an opencl-ls.toml in the project, or into
;; `eglot-workspace-configuration', for example (:opencl (:std "CL2.0")).

;;; Code:

(require 'compile)
(require 'easymenu)
(require 'seq)
(require 'thingatpt)
(require 'url-util)
(require 'opencl-mode)

(defvar eglot-server-programs)
(defvar lsp-language-id-configuration)
(defvar lsp-mode)
(declare-function eglot "eglot")
(declare-function eglot-current-server "eglot")
(declare-function eglot-ensure "eglot")
(declare-function eglot-reconnect "eglot")
(declare-function flymake-diagnostic-text "flymake")
(declare-function flymake-diagnostics "flymake")
(declare-function jsonrpc-async-request "jsonrpc")
(declare-function jsonrpc-request "jsonrpc")
(declare-function jsonrpc-running-p "jsonrpc")
(declare-function lsp "lsp-mode")
(declare-function lsp-activate-on "lsp-mode")
(declare-function lsp-deferred "lsp-mode")
(declare-function lsp-register-client "lsp-mode")
(declare-function lsp-request "lsp-mode")
(declare-function lsp-stdio-connection "lsp-mode")
(declare-function lsp-workspace-restart "lsp-mode")
(declare-function lsp-workspaces "lsp-mode")
(declare-function make-lsp-client "lsp-mode")
(declare-function project-root "project")

(defgroup opencl-ls nil
  "OpenCL C by the language server opencl-ls."
  :group 'opencl
  :prefix "opencl-ls-")

(defcustom opencl-ls-command '("opencl-ls" "--stdio")
  "The server's program and its arguments."
  :type '(repeat string))

(defcustom opencl-ls-client 'eglot
  "What speaks with the server: `eglot', or `lsp-mode' where that is installed."
  :type '(choice (const eglot) (const lsp-mode)))

;;;; Starting the server

(defun opencl-ls--missing ()
  "Return a line about the server's program being missing, or nil."
  (unless (executable-find (car opencl-ls-command) t)
    (format "`%s' is not on PATH: run \"pip install opencl-ls\", or set `opencl-ls-command'"
            (car opencl-ls-command))))

(defvar opencl-ls--warned nil
  "Whether the user was warned that the server is missing.")

;;;###autoload
(defun opencl-ls-ensure ()
  "Start the server for this buffer, or show in one line what is missing.
It is meant for `opencl-mode-hook' and `opencl-ts-mode-hook'."
  (opencl-ls-mode 1)
  (let ((missing (opencl-ls--missing)))
    (cond ((not missing)
           (setq opencl-ls--warned nil)
           (if (eq opencl-ls-client 'eglot) (eglot-ensure) (lsp-deferred)))
          ((not opencl-ls--warned)
           (setq opencl-ls--warned t)
           (display-warning 'opencl-ls missing)))))

(defun opencl-ls-contact (&optional _interactive _project)
  "Return the class and the command of the server, for Eglot."
  (let ((missing (opencl-ls--missing)))
    (when missing
      (user-error "%s" missing)))
  (require 'opencl-ls-eglot)
  (cons 'opencl-ls-eglot-server opencl-ls-command))

(defun opencl-ls-register ()
  "Make the server known to `opencl-ls-client', which is loaded for that."
  (if (eq opencl-ls-client 'lsp-mode)
      (when (and (require 'lsp-mode nil t)
                 (not (assq 'opencl-mode lsp-language-id-configuration)))
        (dolist (mode '(opencl-mode opencl-ts-mode))
          (add-to-list 'lsp-language-id-configuration (cons mode "opencl")))
        (lsp-register-client
         (make-lsp-client :new-connection (lsp-stdio-connection (lambda () opencl-ls-command))
                          :activation-fn (lsp-activate-on "opencl")
                          :server-id 'opencl-ls)))
    (when (require 'eglot nil t)
      (add-to-list 'eglot-server-programs
                   '(((opencl-mode :language-id "opencl") (opencl-ts-mode :language-id "opencl"))
                     . opencl-ls-contact)))))

;; Before the user's own functions on these hooks, which start the client.
(add-hook 'opencl-mode-hook #'opencl-ls-register -50)
(add-hook 'opencl-ts-mode-hook #'opencl-ls-register -50)

;;;; Asking the server

(defun opencl-ls--eglot ()
  "Return Eglot's server of this buffer, or nil."
  (and (featurep 'eglot) (eglot-current-server)))

(defun opencl-ls--ask (command &rest argument)
  "Return what the server answers to COMMAND with the plist ARGUMENT.
Objects are plists, arrays are vectors, and null is nil."
  (let ((name (concat "opencl-ls." command))
        (arguments (if argument (vector argument) [])))
    (cond ((opencl-ls--eglot)
           (jsonrpc-request (opencl-ls--eglot) :workspace/executeCommand
                            (list :command name :arguments arguments)))
          ((and (bound-and-true-p lsp-mode) (lsp-workspaces))
           (opencl-ls--plist
            (lsp-request "workspace/executeCommand"
                         (list :command name :arguments arguments))))
          (t (user-error "No server runs for this buffer: M-x opencl-ls-restart starts one")))))

(defun opencl-ls--plist (value)
  "Return VALUE, the JSON of lsp-mode, with its objects as plists."
  (cond ((hash-table-p value)
         (let (plist)
           (maphash (lambda (key each)
                      (setq plist (nconc (list (intern (concat ":" key)) (opencl-ls--plist each))
                                         plist)))
                    value)
           plist))
        ((vectorp value) (vconcat (mapcar #'opencl-ls--plist value)))
        (t value)))

(defconst opencl-ls--path-characters
  (let ((allowed (copy-sequence url-path-allowed-chars)))
    (aset allowed ?: nil)
    allowed)
  "Characters of a path that a URI contains unescaped.")

(defun opencl-ls--uri ()
  "Return the URI of this buffer's file."
  (let ((file (or buffer-file-name (user-error "This buffer visits no file"))))
    (concat "file://"
            (and (eq system-type 'windows-nt) "/")
            (url-hexify-string (file-truename (file-local-name file)) opencl-ls--path-characters))))

(defun opencl-ls--position ()
  "Return point as a position of the protocol, in UTF-16."
  (let* ((start (line-beginning-position))
         (before (buffer-substring-no-properties start (point))))
    (list :line (1- (line-number-at-pos start t))
          :character (/ (length (encode-coding-string before 'utf-16le)) 2))))

;;;; Showing its answers

(defun opencl-ls--show (title text mode)
  "Show TEXT in a buffer called TITLE, in MODE."
  (with-current-buffer (get-buffer-create (format "*OpenCL: %s*" title))
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    ;; Our own hook would start a server for what is no file.
    (delay-mode-hooks (funcall mode))
    (font-lock-mode 1)
    (view-mode 1)
    (display-buffer (current-buffer))))

(defun opencl-ls--show-page (page otherwise)
  "Show PAGE, a title and Markdown, or the message OTHERWISE."
  (if page
      (opencl-ls--show (plist-get page :title) (plist-get page :markdown)
                       (if (fboundp 'gfm-view-mode) 'gfm-view-mode 'text-mode))
    (message "%s" otherwise)))

(defun opencl-ls--show-code (code otherwise)
  "Show CODE, a title, a language and a text, or the message OTHERWISE."
  (if code
      (opencl-ls--show (plist-get code :title) (plist-get code :text)
                       (pcase (plist-get code :language)
                         ("opencl" 'opencl-mode)
                         ("cpp" 'c++-mode)
                         ("python" 'python-mode)
                         (_ 'c-mode)))
    (message "%s" otherwise)))

;;;; Commands

(defun opencl-ls-restart ()
  "Start the server again, or for the first time."
  (interactive)
  (let ((missing (opencl-ls--missing)))
    (when missing
      (user-error "%s" missing)))
  (cond ((and (eq opencl-ls-client 'lsp-mode) (bound-and-true-p lsp-mode) (lsp-workspaces))
         (call-interactively #'lsp-workspace-restart))
        ((eq opencl-ls-client 'lsp-mode) (lsp))
        ((and (opencl-ls--eglot) (jsonrpc-running-p (opencl-ls--eglot)))
         (eglot-reconnect (opencl-ls--eglot)))
        (t (call-interactively #'eglot))))

(defun opencl-ls-select-configuration (name)
  "Let the configuration called NAME hold for this file.
The empty NAME is none of them."
  (interactive
   (let* ((known (opencl-ls--ask "configurations" :uri (opencl-ls--uri)))
          (names (mapcar (lambda (each) (plist-get each :name)) (plist-get known :configurations))))
     (unless names
       (user-error "No configuration is defined: opencl-ls.toml has them as [configurations.NAME]"))
     (list (completing-read (format "Configuration (now %s): " (or (plist-get known :current) "none"))
                            names nil t))))
  (let ((known (opencl-ls--ask "selectConfiguration" :uri (opencl-ls--uri) :name name)))
    (opencl-ls--update-status)
    (message "Configuration: %s" (or (plist-get known :current) "none"))))

(defun opencl-ls-explain-rule (rule)
  "Show the page of RULE; what is found at point gives the default."
  (interactive
   (let ((here (opencl-ls--rule-at-point)))
     (list (completing-read (if here (format "Rule (default %s): " here) "Rule: ")
                            (mapcar (lambda (each) (plist-get each :id)) (opencl-ls--ask "rules"))
                            nil t nil nil here))))
  (opencl-ls--show-page (opencl-ls--ask "explainRule" :id rule) (format "No rule is called %s" rule)))

(defun opencl-ls--rule-at-point ()
  "Return the rule of a finding at point, or else in this line, or nil."
  (when (bound-and-true-p flymake-mode)
    (seq-some (lambda (found)
                ;; Eglot shows the code before or after the message, depending on its version.
                (let ((text (flymake-diagnostic-text found)))
                  (and (string-match "\\[\\([a-z0-9-]+/[a-z0-9-]+\\)\\]" text)
                       (match-string 1 text))))
              (append (flymake-diagnostics (point))
                      (flymake-diagnostics (line-beginning-position) (line-end-position))))))

(defun opencl-ls-documentation (name)
  "Show the page of NAME, a name of OpenCL C; the one at point is the default."
  (interactive
   (let ((here (thing-at-point 'symbol t)))
     (list (read-string (if here (format "Name (default %s): " here) "Name: ") nil nil here))))
  (opencl-ls--show-page (opencl-ls--ask "documentation" :name name :uri (opencl-ls--uri))
                        (format "OpenCL C has no name %s" name)))

(defun opencl-ls-search-documentation (query)
  "Search the reference for QUERY and show the page that is chosen."
  (interactive "sSearch the reference for: ")
  (let* ((found (opencl-ls--ask "searchDocumentation" :query query))
         (rows (mapcar (lambda (each) (cons (plist-get each :name) (plist-get each :summary))) found))
         (completion-extra-properties
          (list :annotation-function (lambda (name) (concat "  " (cdr (assoc name rows)))))))
    (if rows
        (opencl-ls-documentation (completing-read "Page: " rows nil t))
      (message "Nothing is found for %s" query))))

(defun opencl-ls-expand-macro ()
  "Show the expansion of the macro at point."
  (interactive)
  (opencl-ls--show-code
   (opencl-ls--ask "expandMacro" :uri (opencl-ls--uri) :position (opencl-ls--position))
   "There is no macro at point"))

(defun opencl-ls-host-code (style)
  "Show the host's code for the kernel at point, or for all of them, in STYLE."
  (interactive (list (completing-read "Style: " '("c" "cpp" "pyopencl") nil t nil nil "c")))
  (opencl-ls--show-code
   (or (opencl-ls--ask "hostCode" :uri (opencl-ls--uri) :position (opencl-ls--position) :style style)
       (opencl-ls--ask "hostCode" :uri (opencl-ls--uri) :style style))
   "This file has no kernel"))

(defun opencl-ls-kernel-resources ()
  "Show what the kernels of this file take: arguments, local memory, sizes."
  (interactive)
  (opencl-ls--show-page (opencl-ls--ask "kernelResources" :uri (opencl-ls--uri))
                        "This file has no kernel"))

(defun opencl-ls-explain-kernels ()
  "Show the operations and the memory traffic of each kernel of this file."
  (interactive)
  (opencl-ls--show-page (opencl-ls--ask "explainKernels" :uri (opencl-ls--uri))
                        "This file has no kernel"))

(defun opencl-ls-status ()
  "Say which server, version of OpenCL C and configuration hold for this file."
  (interactive)
  (let ((status (opencl-ls--ask "status" :uri (opencl-ls--uri))))
    (message "opencl-ls %s: %s, device %s, configuration %s%s"
             (plist-get status :version) (plist-get status :std) (plist-get status :device)
             (or (plist-get status :configuration) "none")
             (let ((file (plist-get status :file))) (if file (format ", settings from %s" file) "")))))

(defun opencl-ls-check ()
  "Check the project on the command line, in a compilation buffer."
  (interactive)
  (let* ((project (project-current))
         (default-directory (if project (project-root project) default-directory)))
    (compile (format "%s check ." (shell-quote-argument (car opencl-ls-command))))))

;;;; The minor mode: keys, menu and what the mode line shows

(defvar-local opencl-ls--status nil
  "What the mode line shows.")

(defvar opencl-ls-map
  (let ((map (make-sparse-keymap)))
    (define-key map "c" #'opencl-ls-select-configuration)
    (define-key map "d" #'opencl-ls-documentation)
    (define-key map "s" #'opencl-ls-search-documentation)
    (define-key map "r" #'opencl-ls-explain-rule)
    (define-key map "m" #'opencl-ls-expand-macro)
    (define-key map "h" #'opencl-ls-host-code)
    (define-key map "k" #'opencl-ls-kernel-resources)
    (define-key map "w" #'opencl-ls-explain-kernels)
    (define-key map "t" #'opencl-ls-status)
    (define-key map "l" #'opencl-ls-check)
    (define-key map "x" #'opencl-ls-restart)
    map)
  "Keys of the commands, after a prefix.")

(defvar opencl-ls-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-v") opencl-ls-map)
    map)
  "Keys of `opencl-ls-mode'.")

(easy-menu-define opencl-ls-menu opencl-ls-mode-map
  "The commands of opencl-ls."
  '("OpenCL"
    ["Documentation of a name" opencl-ls-documentation]
    ["Search the reference" opencl-ls-search-documentation]
    ["Explain a rule" opencl-ls-explain-rule]
    "--"
    ["Expand the macro" opencl-ls-expand-macro]
    ["Host code of the kernel" opencl-ls-host-code]
    ["Resources of the kernels" opencl-ls-kernel-resources]
    ["What the kernels do" opencl-ls-explain-kernels]
    "--"
    ["Select a configuration" opencl-ls-select-configuration]
    ["Status" opencl-ls-status]
    ["Check the project" opencl-ls-check]
    ["Restart the server" opencl-ls-restart]))

;;;###autoload
(define-minor-mode opencl-ls-mode
  "Keys and a menu for the commands of the server opencl-ls."
  :lighter (" CL" (:eval opencl-ls--status)))

(defun opencl-ls--update-status ()
  "Ask for the mode line of this buffer, without waiting."
  (let ((buffer (current-buffer))
        (server (opencl-ls--eglot)))
    (when (and server buffer-file-name)
      (jsonrpc-async-request
       server :workspace/executeCommand
       (list :command "opencl-ls.status" :arguments (vector (list :uri (opencl-ls--uri))))
       :success-fn (lambda (status)
                     (when (buffer-live-p buffer)
                       (with-current-buffer buffer
                         (setq opencl-ls--status
                               (concat "[" (or (plist-get status :configuration)
                                               (plist-get status :std))
                                       "]"))
                         (force-mode-line-update))))
       ;; An older server has no such command: the mode line then shows no more.
       :error-fn #'ignore
       :timeout-fn #'ignore))))

(provide 'opencl-ls)
;;; opencl-ls.el ends here
