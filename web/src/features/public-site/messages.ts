import { t } from '../../platform/language/t.ts'

/** Texts of the public pages; those of the specification are word for word. */
export const messages = {
  forbidden: { title: t('No access'), text: t("You don't have permission to access this page.") },
  notFound: {
    title: t('Page not found'),
    text: t('There is no page at this address. It may have moved, or the link may be wrong.'),
  },
  goHome: t('Go to Home'),
  whoWeServe: t('Who We Serve'),
  slides: t('Slides. Use the arrow keys to move between them'),
  patientDoor: t('I’m a patient'),
  providerDoor: t('I’m a provider'),
  lastUpdated: t('Last updated: November 23, 2026'),
  privacyUpdated: t('Last updated: November 28, 2026'),
}
