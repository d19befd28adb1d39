import 'bench/run';
