export { deliverResult } from './api';
export { Composer, type ComposerProps } from './composer';
export { Conversation, type ConversationProps, Files } from './conversation';
export { History, type HistoryProps } from './history';
export { type ConversationState, useConversation } from './use-conversation';
export { useUpdates } from './use-updates';
