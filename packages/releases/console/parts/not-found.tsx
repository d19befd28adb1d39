import { Link } from 'react-router-dom';

export const NotFound = () => (
  <>
    <title>Not found – Releases</title>
    <h1>There is no such page</h1>
    <p>
      <Link to="/">Back to the overview</Link>
    </p>
  </>
);
