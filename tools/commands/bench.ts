// npm run bench -- [--runs N] [PART…]: measures the parts. Default: all, 5 runs. Tables also in test-results/bench.md.
import 'bench/run';
