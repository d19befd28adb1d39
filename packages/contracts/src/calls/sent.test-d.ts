import * as answers from '../answers';
import { read } from '../answers';
import { flag, list, number, object, text } from '../answers/shape';
import type { ApiClient } from '../shell/shell';

const credentials = { username: 'kim@example.com', password: 'Secret-123!', recaptcha: 'x' };

export function paths(api: ApiClient, id: string, anything: string): void {
  void api.get(`/api/coaches/${encodeURIComponent(id)}/`);
  void api.get(`/api/coaches/${encodeURIComponent(id)}/services/`);
  void api.post('/api/token/', credentials);
  // @ts-expect-error misspelt
  void api.get(`/api/coachs/${id}/`);
  // @ts-expect-error misspelt behind a parameter
  void api.get(`/api/coaches/${id}/service/`);
  // @ts-expect-error without the slash at its end
  void api.get(`/api/coaches/${id}`);
  // @ts-expect-error of another method
  void api.get('/api/token/');
  // @ts-expect-error an unchecked path
  void api.get(anything);
  // @ts-expect-error an address elsewhere
  void api.get('https://evil.example/api/me/');
}

export function queries(api: ApiClient, id: string, date: string): void {
  void api.get(`/api/coach/${id}/available-slots/?date=${date}&duration=60`);
  // @ts-expect-error a misspelt name
  void api.get(`/api/coach/${id}/available-slots/?day=${date}&duration=60`);
  // @ts-expect-error a name is missing
  void api.get(`/api/coach/${id}/available-slots/?date=${date}`);
  // @ts-expect-error a call without a query
  void api.get('/api/me/?verbose=1');
}

export function bodies(api: ApiClient, id: string): void {
  void api.post('/api/my-sessions/7/refund/', {});
  // @ts-expect-error a member is missing
  void api.post('/api/token/', { username: 'kim@example.com', password: 'Secret-123!' });
  // @ts-expect-error a misspelt member
  void api.post('/api/token/', { ...credentials, recapcha: 'x' });
  // @ts-expect-error a member of another type
  void api.post('/api/token/', { ...credentials, password: null });
  // @ts-expect-error a status that there is not
  void api.patch(`/api/bookings/${id}/status/`, { status: 'done' });
  // @ts-expect-error the specification's members are sent, even where our API does not read them
  void api.post('/api/create-checkout-session/', {
    booking_id: 1,
    coachId: 1,
    serviceId: 1,
    contactInfo: 'x',
    details: 'x',
  });
}

export async function reads(api: ApiClient): Promise<void> {
  const coach: answers.Coach = await read(answers.coach, api.get('/api/coaches/1/'));
  void coach;
  // @ts-expect-error an unparsed response
  void (await api.get('/api/coaches/1/')).name;
  // @ts-expect-error the answer of another call
  void read(answers.services, api.get('/api/coaches/1/'));
  // @ts-expect-error a field of another type than the API sends
  void read(object({ name: flag }), api.get('/api/coaches/1/'));
  // @ts-expect-error a field that the API does not send
  void read(list(object({ id: number(), price: number() })), api.get('/api/coaches/1/services/'));
  // @ts-expect-error a field that may be null
  void read(object({ image_url: text }), api.get('/api/coaches/1/'));
}
