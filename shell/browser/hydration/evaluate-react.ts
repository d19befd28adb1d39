// Evaluates React in a task of its own. A dynamic import of its CommonJS file would create an object of all exports.
import 'react-dom/client';
