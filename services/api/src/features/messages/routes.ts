import type { Handlers } from '../../core/http/handler';
import { deliver } from './deliver';
import { followBooking } from './events';
import { downloadFile, uploadFile } from './files';
import { listMessages, markRead } from './read';
import { reportMessage } from './report';
import { sendMessage } from './send';

export const messageHandlers = {
  'GET /api/bookings/{id}/messages/': listMessages,
  'POST /api/bookings/{id}/messages/': sendMessage,
  'POST /api/bookings/{id}/messages/read/': markRead,
  'POST /api/bookings/{id}/messages/{message}/report/': reportMessage,
  'GET /api/bookings/{id}/events/': followBooking,
  'POST /api/bookings/{id}/files/': uploadFile,
  'GET /api/bookings/{id}/files/{file}/': downloadFile,
  'POST /api/bookings/{id}/deliver/': deliver,
} satisfies Partial<Handlers>;
