import { setTimeout as sleep } from 'node:timers/promises';
import { type Environment, readEnvironment } from '@carry/contracts/environment';
import { DeliveryFailed } from '../events/target';
import { pipelineVariables } from '../variables';
import { createCheckRun } from './check-run';
import { createNote } from './merge-request-note';
import type { PipelineResult, PipelineValues, ResultPlace } from './result-place';

const RETRY_WAITS_MS = [500, 2000];

const findPlace = (pipeline: PipelineValues): ResultPlace | null =>
  createCheckRun(pipeline) ?? createNote(pipeline);

async function retry(send: () => Promise<void>): Promise<void> {
  for (const wait of RETRY_WAITS_MS)
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof DeliveryFailed) || error.refused) throw error;
      await sleep(wait);
    }
  await send();
}

/** Shows a result in the pull or merge request of this pipeline. Returns why it cannot, or null: the release does not depend on it. */
export async function reportResult(
  result: PipelineResult,
  env: Environment,
): Promise<string | null> {
  let place: ResultPlace | null = null;
  try {
    const reviewPlace = findPlace(readEnvironment(pipelineVariables, env));
    place = reviewPlace;
    if (reviewPlace) await retry(() => reviewPlace.send(result));
    return null;
  } catch (error) {
    const { message } = error as Error;
    if (!place) return `no result for reviewers: ${message.replaceAll('\n', '; ')}`;
    const advice = error instanceof DeliveryFailed ? place.explain(error.status) : '';
    return `no ${place.label} (${message})${advice && `: ${advice}`}; the summary has the result`;
  }
}
