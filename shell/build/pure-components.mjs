// A loader: what is only named for developers' tools can be left out where nobody uses it.
const NAMED = /^\w+\.displayName = "[^"]*";$/gm;
const MADE = /^(var \w+ = )(React\d*\.(?:forwardRef|createContext)\()/gm;

// biome-ignore lint/style/noDefaultExport: how a loader is found
export default (source) => source.replace(NAMED, '').replace(MADE, '$1/*#__PURE__*/ $2');
