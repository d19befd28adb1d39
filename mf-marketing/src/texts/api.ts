import { read } from '@carry/contracts/answers';
import { type SiteText, siteText } from '@carry/contracts/own-answers/text';
import { type ApiClient, isApiError } from '@carry/contracts/shell';
import type { TextName } from '@carry/contracts/texts';

/** A text of the operator; null where there is none, or a server that knows none. */
export async function getText(api: ApiClient, name: TextName): Promise<SiteText | null> {
  try {
    return await read(siteText, api.get(`/api/texts/${name}/`));
  } catch (error) {
    if (isApiError(error) && (error.code === 'malformed' || [404, 405, 501].includes(error.status)))
      return null;
    throw error;
  }
}
