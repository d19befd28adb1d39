export { deliverResult } from './api';
export { BookingReview, type BookingReviewProps } from './booking-review';
export { Composer, type ComposerProps } from './composer';
export { Conversation, type ConversationProps, Files } from './conversation';
export { History, type HistoryProps } from './history';
export { Policy, type PolicyProps } from './policy';
export { type ConversationState, useConversation } from './use-conversation';
export { useNewest } from './use-newest';
export { useUpdates } from './use-updates';
