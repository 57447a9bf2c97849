import type { Proof } from '../line.ts'

/** What people see, hear and reach by keys. */

/** axe-core's rules of WCAG 2.0 to 2.2, A and AA, on every page, at 390 and 1280 px, light and dark. */
export const everyLook: Proof = {
  where: ['e2e/axe.ts', 'web/src/theme/theme.ts'],
  tests: [
    ['e2e/pages.spec.ts', 'public pages in every look'],
    ['e2e/pages.spec.ts', 'pages of a patient in every look'],
    ['e2e/pages.spec.ts', 'pages of a physician in every look'],
    ['e2e/pages.spec.ts', 'pages of an admin in every look'],
  ],
}
export const keyboard: Proof = {
  where: ['web/src/ui/list', 'web/src/features/palette'],
  tests: [
    ['e2e/appointments.spec.ts', 'a patient books by the keyboard alone'],
    ['e2e/bulk.spec.ts', 'by keyboard alone: a status for several patients'],
    ['e2e/providers.spec.ts', 'from the keyboard alone: search, palette, pages and help'],
  ],
}
export const visibleFocus: Proof = {
  where: ['web/src/theme/css.ts'],
  tests: [
    ['e2e/pages.spec.ts', 'public pages in every look'],
    ['e2e/pages.spec.ts', 'pages of a patient in every look'],
    ['e2e/dialogs.spec.ts', 'what a patient opens takes the focus, keeps it, and gives it back'],
  ],
}
export const focusOrder: Proof = {
  where: ['web/src/ui/shell/KeepFocus.tsx', 'web/src/ui/shell/page-focus.ts'],
  tests: [
    ['web/src/ui/shell/keep-focus.test.tsx', 'a dialog begins at its first field'],
    ['e2e/dialogs.spec.ts', 'what a patient opens takes the focus, keeps it, and gives it back'],
    ['e2e/dialogs.spec.ts', 'what staff open in their lists takes the focus, keeps it, and gives it back'],
    ['web/src/clinic/shell/shells.test.tsx', 'a page reached by a link takes the focus to its title and names the tab'],
  ],
}
export const titles: Proof = {
  where: ['contract/src/pages.ts', 'web/src/ui/shell/PageTitle.tsx'],
  tests: [
    ['e2e/public-site.spec.ts', 'every public page brings a title, a description and a social card of its own'],
    ['web/src/clinic/shell/shells.test.tsx', 'a page reached by a link takes the focus to its title and names the tab'],
  ],
}
export const formErrors: Proof = {
  where: ['web/src/ui/form/use-submit.ts'],
  tests: [
    ['web/src/ui/form/use-submit.test.tsx', 'what the server refuses stands at its fields'],
    [
      'web/src/ui/form/form-pieces.test.tsx',
      'the summary of a form waits for the first try, counts, and leads to each field',
    ],
  ],
}
export const undo: Proof = {
  where: ['web/src/ui/dialog/DestructiveDialog.tsx'],
  tests: [
    ['web/src/ui/dialog/DestructiveDialog.test.tsx', 'the focus is on the button that changes nothing'],
    ['web/src/features/appointments/changing.test.tsx', 'cancelling asks first with the time named'],
  ],
}
export const moreTime: Proof = {
  where: ['web/src/clinic/shell/IdleLogout.tsx'],
  tests: [
    ['web/src/clinic/shell/IdleLogout.test.tsx', 'after 18 minutes without activity a dialog asks'],
    ['e2e/drafts.spec.ts', 'what was typed outlives an idle sign-out'],
  ],
}
export const spoken: Proof = {
  where: ['web/src/ui/display/ErrorAlert.tsx', 'web/src/ui/list/DataList.tsx'],
  tests: [
    ['web/src/ui/list/DataList.test.tsx', 'loading is drawn and spoken only when it takes a while'],
    ['web/src/features/forms/signing.test.tsx', 'while it is prepared and sent the button says so, aloud as well'],
  ],
}
export const language: Proof = {
  where: ['server/src/platform/calls/web-app.ts', 'web/src/platform/language'],
  tests: [['server/src/platform/calls/web-app.test.ts', 'a document is in the language of the browser']],
}
export const narrow: Proof = {
  where: ['web/src/ui/list/DataList.tsx', 'web/src/ui/shell'],
  tests: [
    ['e2e/layout.spec.ts', 'the list of patients becomes cards and its side menu a drawer below 768 px'],
    ['e2e/home.spec.ts', 'on a phone the area has a menu of its tabs and a bar below'],
  ],
}
export const menus: Proof = {
  where: [
    'web/src/clinic/shell/PatientShell.tsx',
    'web/src/clinic/shell/StaffShell.tsx',
    'web/src/clinic/shell/PublicShell.tsx',
  ],
  tests: [['web/src/clinic/shell/shells.test.tsx', 'the shells have no accessibility faults']],
}
export const contact: Proof = {
  where: ['web/src/clinic/shell/PublicFooter.tsx'],
  tests: [['e2e/public-site.spec.ts', 'the footer tells how to reach the project, everywhere']],
}
export const viewerByKeys: Proof = {
  where: ['web/src/features/imaging'],
  tests: [
    ['e2e/viewer.spec.ts', 'a physician sees three planes and 3D, moves through them by keys and mouse'],
    ['e2e/viewer.spec.ts', 'a finger sets the crosshair, draws it along, and works the buttons'],
  ],
}
export const offered: Proof = {
  where: ['web/src/features/forms', 'web/src/features/contact'],
  tests: [['e2e/feedback.spec.ts', 'who is signed in finds name and email filled in']],
}
export const helpfulRules: Proof = {
  where: ['web/src/ui/form/PasswordField.tsx'],
  tests: [
    ['web/src/ui/form/form-pieces.test.tsx', 'every password rule is told as met or not'],
    ['e2e/profile.spec.ts', 'view, edit, save and cancel; what is wrong stands beside its field'],
  ],
}
