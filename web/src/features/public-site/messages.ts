/** Texts of the public pages; those of the specification stand word for word. */
export const messages = {
  forbidden: "You don't have permission to access this page.",
  goHome: 'Go to Home',
  whoWeServe: 'Who We Serve',
  slides: 'Slides; turn them with the arrow keys',
  patientDoor: 'I’m a patient',
  providerDoor: 'I’m a provider',
  lastUpdated: 'Last updated: November 21, 2026',
}
