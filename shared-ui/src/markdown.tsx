import ReactMarkdown, { defaultUrlTransform } from 'react-markdown';

/** Renders markdown; links and images keep http, https, irc, ircs, mailto, xmpp and relative targets, others are blanked. */
export function Markdown({ children }: { children: string }) {
  return (
    <ReactMarkdown
      urlTransform={defaultUrlTransform}
      components={{
        a: ({ href, children }) => (
          <a href={href} rel="noopener noreferrer ugc nofollow">
            {children}
          </a>
        ),
        // a blanked source must not reach the page as src=""
        img: ({ src, alt }) => (src ? <img src={src} alt={alt ?? ''} loading="lazy" /> : <span>{alt}</span>),
      }}
    >
      {children}
    </ReactMarkdown>
  );
}
