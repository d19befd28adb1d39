import type { ApiConfig } from '../../core/config';

const TEST_KEY = /^[a-z]k_test_/;

export const dashboardUrl = (
  { stripe }: Pick<ApiConfig, 'stripe'>,
  intent: string | null,
): string | null =>
  intent &&
  `https://dashboard.stripe.com/${TEST_KEY.test(stripe.secretKey) ? 'test/' : ''}payments/${encodeURIComponent(intent)}`;
