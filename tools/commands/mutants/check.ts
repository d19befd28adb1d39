// Checks that the text of each mutant occurs once and its test exists.
import { root } from 'workspace';
import { listProblems, readMutants } from './list';

const mutants = readMutants();
const problems = listProblems(root, mutants);
for (const problem of problems) console.error(problem);
console.log(`${mutants.length} mutants, ${problems.length} problems`);
process.exitCode = problems.length > 0 || mutants.length === 0 ? 1 : 0;
