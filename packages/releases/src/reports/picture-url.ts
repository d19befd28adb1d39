interface PlacedPicture {
  remote: string;
  version: string;
  file: string;
}

/** Returns the console's page that shows a picture. Links of other sites cannot open the file itself: their requests have no session. */
export const pictureUrl = (consoleUrl: string, { remote, version, file }: PlacedPicture): string =>
  `${consoleUrl}/remotes/${remote}/releases/${version}#${file}`;
