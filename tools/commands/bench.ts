// npm run bench -- [--runs N] [PART…]: measures all parts or the given ones, --runs times (5); tables also in test-results/bench.md.
import 'bench/run';
