export {
  ChatMessage,
  type ChatMessageProps,
  ConversationLog,
  type ConversationLogProps,
  FileItem,
  type FileItemProps,
  FileList,
} from './conversation/conversation';
export { LinkedText } from './conversation/linked-text';
export { Reference } from './feedback/reference';
export { SkeletonBox, SkeletonText } from './feedback/skeleton';
export { State, type StateProps } from './feedback/state';
export { StatusPill } from './feedback/status-pill';
export { ToastCard } from './feedback/toast';
export { Button, type ButtonProps, LinkButton, type LinkButtonProps } from './form/button';
export { Consent, type ConsentProps } from './form/consent';
export type { Crop } from './form/crop';
export { FieldError, type FieldProps, SelectField, TextareaField, TextField } from './form/field';
export { FieldSkeleton, type FieldSkeletonProps } from './form/field-skeleton';
export { Listbox, type ListboxOption, type ListboxProps } from './form/listbox';
export { PasswordField } from './form/password-field';
export { PictureCrop, type PictureCropProps } from './form/picture-crop';
export { openPicture, readBase64 } from './form/picture-file';
export { PictureInput, type PictureInputProps } from './form/picture-input';
export {
  Setting,
  type SettingProps,
  SettingSkeleton,
  type SettingSkeletonProps,
} from './form/setting';
export { type DayOfTimes, TimePicker, type TimePickerProps } from './form/time-picker';
export { useFieldValue } from './form/use-field-value';
export { useIsClientRender } from './hydration/use-is-client-render';
export { BottomSheet, type BottomSheetProps, isSheetEntry } from './layout/bottom-sheet';
export { Banner, type BannerProps, Card } from './layout/card';
export { Carousel, type CarouselProps } from './layout/carousel';
export { Dialog, type DialogProps } from './layout/dialog';
export { Fold, type FoldProps } from './layout/fold';
export { Drawing } from './media/drawing';
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
  paperclip,
  pause,
  play,
  print,
  shield,
  tag,
  video,
} from './media/icon';
export { NamedPortrait, type NamedPortraitProps } from './media/named-portrait';
export { Portrait, type PortraitProps } from './media/portrait';
export { AverageRating, Stars } from './media/stars';
export { type DataRow, DataTable, type DataTableProps } from './text/data-table';
export { DateBlock } from './text/date-block';
export { EventItem, type EventItemProps, EventList } from './text/event-list';
export { Figures } from './text/figures';
export { UnbrokenText, type UnbrokenTextProps } from './text/unbroken-text';
