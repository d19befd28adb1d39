import type { Coach, Service } from 'contracts/api';
import type { ApiClient } from 'contracts/shell';

export const getCoach = (api: ApiClient, id: number) => api.get<Coach>(`/api/coaches/${id}/`);
export const getServices = (api: ApiClient, id: number) => api.get<Service[]>(`/api/coaches/${id}/services/`);
