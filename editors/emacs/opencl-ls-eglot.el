;;; opencl-ls-eglot.el --- What opencl-ls needs beyond Eglot -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Loaded when Eglot starts the server.  It lets the server say when settings have changed, and
;; tells it of files that another program has replaced by renaming.

;;; Code:

(require 'cl-lib)
(require 'eglot)
(require 'opencl-ls)
(require 'url-parse)
(require 'url-util)

(defclass opencl-ls-eglot-server (eglot-lsp-server) ()
  :documentation "The server opencl-ls.")

(cl-defmethod eglot-client-capabilities ((_server opencl-ls-eglot-server))
  "Ask for `opencl-ls/status', and for the code that conditionals leave out."
  (let* ((capabilities (copy-sequence (cl-call-next-method)))
         (document (copy-sequence (plist-get capabilities :textDocument))))
    (setq document (plist-put document :inactiveRegionsCapabilities '(:inactiveRegions t)))
    (setq capabilities (plist-put capabilities :textDocument document))
    (plist-put capabilities :experimental '(:openclStatus t))))

(cl-defmethod eglot-handle-notification
  ((server opencl-ls-eglot-server) (_method (eql 'opencl-ls/status)) &rest _status)
  "Ask again for the mode lines of the buffers of SERVER."
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and opencl-ls-mode (eq (eglot-current-server) server))
        (opencl-ls--update-status)))))

;;;; Code that conditionals leave out

(defface opencl-ls-inactive-face
  '((t :inherit shadow))
  "Face of code that a conditional of the preprocessor leaves out."
  :group 'opencl-ls)

(cl-defmethod eglot-handle-notification
  ((_server opencl-ls-eglot-server) (_method (eql 'textDocument/inactiveRegions))
   &key textDocument regions &allow-other-keys)
  "Grey the REGIONS of TEXTDOCUMENT."
  (let ((buffer (find-buffer-visiting (opencl-ls-eglot--file (plist-get textDocument :uri)))))
    (when buffer
      (with-current-buffer buffer
        (save-restriction
          (widen)
          (remove-overlays nil nil 'category 'opencl-ls-inactive)
          (seq-do (lambda (region)
                    (pcase-let* ((`(,start . ,end) (opencl-ls-eglot--lines region))
                                 (overlay (make-overlay start end)))
                      (overlay-put overlay 'category 'opencl-ls-inactive)
                      (overlay-put overlay 'face 'opencl-ls-inactive-face)))
                  regions))))))

(defun opencl-ls-eglot--lines (region)
  "Return the first and the last character of the lines of REGION."
  (save-excursion
    (goto-char (point-min))
    (forward-line (plist-get (plist-get region :start) :line))
    (let ((start (point)))
      (goto-char (point-min))
      (forward-line (plist-get (plist-get region :end) :line))
      (cons start (line-end-position)))))

(defun opencl-ls-eglot--file (uri)
  "Return the file that URI names."
  (let ((path (decode-coding-string
               (url-unhex-string (url-filename (url-generic-parse-url uri))) 'utf-8)))
    (if (eq system-type 'windows-nt) (substring path 1) path)))

;;;; Files that other programs change

(cl-defmethod eglot-register-capability
  ((_server opencl-ls-eglot-server) (_method (eql 'workspace/didChangeWatchedFiles)) _id
   &rest _watchers)
  "Watch files as Eglot does, renamed ones included.
Eglot drops the event of a file that another one is renamed to, which is how
many programs save, Emacs with `file-precious-flag' among them."
  (let ((add-watch (symbol-function 'file-notify-add-watch)))
    (cl-letf (((symbol-function 'file-notify-add-watch)
               (lambda (file flags callback)
                 (funcall add-watch file flags
                          (lambda (event) (opencl-ls-eglot--split event callback))))))
      (cl-call-next-method))))

(defun opencl-ls-eglot--split (event callback)
  "Call CALLBACK with EVENT, or with the two events that a renaming means."
  (pcase event
    (`(,watch renamed ,from ,to)
     (funcall callback (list watch 'deleted from))
     (funcall callback (list watch 'created to)))
    (_ (funcall callback event))))

(defun opencl-ls-eglot--managed ()
  "Turn `opencl-ls-mode' on where Eglot manages a kernel, and show its status."
  (when (and (derived-mode-p 'opencl-mode 'opencl-ts-mode)
             (bound-and-true-p eglot--managed-mode))
    (opencl-ls-mode 1)
    (opencl-ls--update-status)))

(add-hook 'eglot-managed-mode-hook #'opencl-ls-eglot--managed)

(provide 'opencl-ls-eglot)
;;; opencl-ls-eglot.el ends here
