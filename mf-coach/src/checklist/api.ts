import type { ApiClient } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { checklist } from '@carry/remote-kit/own-answers';

const bearer = { bearer: true };

export const getChecklist = (api: ApiClient) =>
  read(checklist, api.get('/api/coach/checklist/', bearer));

export const hideChecklist = (api: ApiClient) =>
  read(checklist, api.patch('/api/coach/checklist/', { hidden: true }, bearer));
