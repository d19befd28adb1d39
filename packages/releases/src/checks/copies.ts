const ROUTER = /__reactRouterVersion|useRoutes\(\) may be used only/;

/** Marks of the real modules: a pasted copy has no package name in the module graph. */
const marks: Record<string, RegExp> = {
  react: /__CLIENT_INTERNALS_DO_NOT_USE\w{0,60}\s*[=:](?!=)/, // another renderer, such as react-three-fiber's, reads it
  'react/jsx-runtime': /\$\$typeof:[\w$]+,type:[\w$]+,key:[\w$]+,ref:/,
  'react-dom':
    /__DOM_INTERNALS_DO_NOT_USE\w{0,60}\s*[=:](?!=)|rendererPackageName:\s*["'`]react-dom["'`]/,
  'react-router-dom': ROUTER,
  'the federation runtime': /errorLoadRemote/,
};

/** Marks of copies that break the page. Other federation tools read React's internals to compare copies, and bring a runtime and JSX functions without state. */
const packedMarks: Record<string, RegExp> = {
  react: /\.__CLIENT_INTERNALS_DO_NOT_USE\w{0,60}\s*=(?!=)/,
  'react-dom':
    /\.__DOM_INTERNALS_DO_NOT_USE\w{0,60}\s*=(?!=)|rendererPackageName:\s*["'`]react-dom["'`]/,
  'react-router-dom': ROUTER,
};

const find = (all: Record<string, RegExp>, text: string) =>
  Object.keys(all).find((name) => all[name]?.test(text));

export const findCopy = (script: string): string | undefined => find(marks, script);

export const findCopyInPacked = (script: string): string | undefined => find(packedMarks, script);
