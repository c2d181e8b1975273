/** The share sheet of the device, where it has one. */
export const canShare = typeof navigator.share === 'function'

export async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url })
  } catch {
    // Whoever closes the sheet has changed their mind.
  }
}
