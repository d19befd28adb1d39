// pnpm bench
import 'bench/run';
