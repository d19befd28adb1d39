export { Button, type ButtonProps, LinkButton, type LinkButtonProps } from './button';
export { Banner, type BannerProps, Card } from './card';
export { Dialog, type DialogProps } from './dialog';
export { SelectField, TextareaField, TextField } from './field';
export { Listbox, type ListboxOption, type ListboxProps } from './listbox';
export { PasswordField } from './password-field';
export { Skeleton } from './skeleton';
export { Stars } from './stars';
export { ToastCard } from './toast';
