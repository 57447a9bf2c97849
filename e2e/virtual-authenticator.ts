import type { BrowserContext, Page } from '@playwright/test'

/** An authenticator of the browser's own, that keeps passkeys and says yes to whoever asks for a finger. */
export const withAuthenticator = async (context: BrowserContext, page: Page) => {
  // The form would offer the passkey by itself, and this authenticator take it up before anybody has typed or chosen.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  const cdp = await context.newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return cdp
}
