/** The success envelope of the API. */
export function success<const T>(data: T, message: string): { success: true; data: T; message: string } {
  return { success: true, data, message };
}
