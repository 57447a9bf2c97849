/** Texts of the public pages; those of the specification stand word for word. */
export const messages = {
  forbidden: { title: 'No access', text: "You don't have permission to access this page." },
  notFound: {
    title: 'Page not found',
    text: 'There is no page at this address. It may have moved, or the link may be wrong.',
  },
  goHome: 'Go to Home',
  whoWeServe: 'Who We Serve',
  slides: 'Slides. Use the arrow keys to move between them',
  patientDoor: 'I’m a patient',
  providerDoor: 'I’m a provider',
  lastUpdated: 'Last updated: November 21, 2026',
}
