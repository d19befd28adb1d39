export { AverageRating } from './average-rating';
export { BottomSheet, type BottomSheetProps } from './bottom-sheet';
export { Button, type ButtonProps, LinkButton, type LinkButtonProps } from './button';
export { Banner, type BannerProps, Card } from './card';
export { Carousel, type CarouselProps } from './carousel';
export { Consent, type ConsentProps } from './consent';
export { DateBlock } from './date-block';
export { Dialog, type DialogProps } from './dialog';
export { Drawing } from './drawing';
export { FieldError, type FieldProps, SelectField, TextareaField, TextField } from './field';
export { FieldSkeleton, type FieldSkeletonProps } from './field-skeleton';
export { Figures } from './figures';
export {
  arrowLeft,
  arrowRight,
  calendar,
  chat,
  check,
  chevronDown,
  circle,
  close,
  copy,
  globe,
  Icon,
  type IconProps,
  menu,
  microphone,
  pause,
  play,
  print,
  shield,
  tag,
  video,
} from './icon';
export { Listbox, type ListboxOption, type ListboxProps } from './listbox';
export { PasswordField } from './password-field';
export { Portrait, type PortraitProps } from './portrait';
export { Reference } from './reference';
export { Setting, type SettingProps } from './setting';
export { SettingSkeleton, type SettingSkeletonProps } from './setting-skeleton';
export { BoxBone, TextBone } from './skeleton';
export { Stars } from './stars';
export { State, type StateProps } from './state';
export { StatusPill } from './status-pill';
export { ToastCard } from './toast';
export { useFieldValue } from './use-field-value';
export { useIsNew } from './use-is-new';
