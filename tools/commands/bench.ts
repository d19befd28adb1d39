// npm run bench -- [--runs N] [PART…]: measures all parts into tools/bench/RESULTS.md, or prints the given ones.
import 'bench/run';
