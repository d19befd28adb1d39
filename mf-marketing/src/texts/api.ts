import { type ApiClient, isApiError } from '@carry/remote-kit';
import { read } from '@carry/remote-kit/answers';
import { type SiteText, siteText } from '@carry/remote-kit/own-answers';
import type { TextName } from '@carry/remote-kit/texts';

/** Returns an operator's text, or null if the server lacks it. */
export async function getText(api: ApiClient, name: TextName): Promise<SiteText | null> {
  try {
    return await read(siteText, api.get(`/api/texts/${name}/`));
  } catch (error) {
    if (isApiError(error) && (error.code === 'malformed' || [404, 405, 501].includes(error.status)))
      return null;
    throw error;
  }
}
