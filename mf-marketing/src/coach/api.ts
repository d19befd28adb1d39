import { coach, read, services } from 'contracts/answers';
import type { ApiClient } from 'contracts/shell';

export const getCoach = (api: ApiClient, id: number) => read(coach, api.get(`/api/coaches/${id}/`));
export const getServices = (api: ApiClient, id: number) => read(services, api.get(`/api/coaches/${id}/services/`));
