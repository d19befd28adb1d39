export const readBase64 = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'));
    reader.readAsDataURL(file);
  });

/** Decodes a picture upright; null if this browser cannot. */
export const openPicture = async (file: Blob): Promise<ImageBitmap | null> =>
  typeof createImageBitmap === 'undefined' ? null : createImageBitmap(file).catch(() => null);
