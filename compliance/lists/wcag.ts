import { met, notOurs, partly, section } from '../line.ts'
import * as screens from '../proofs/screens.ts'

const noMedia = 'no sound or film'
const eye = 'looked at by hand; no test says it'

export const perceivable = section('1 Perceivable', [
  partly(
    '1.1.1',
    'Pictures have a text',
    'controls and pictures have; what a scan shows is told by its description and report, not by the picture',
    screens.everyLook,
    {
      where: ['web/src/features/imaging'],
      tests: [
        ['e2e/viewer.spec.ts', 'a patient on a phone leafs with one finger, enlarges with two, and reads what is seen'],
      ],
    },
  ),
  ...['1.2.1', '1.2.2', '1.2.3', '1.2.4', '1.2.5'].map((id) =>
    notOurs(id, 'Texts and captions of sound and film', noMedia),
  ),
  met('1.3.1', 'What is seen as structure is structure', screens.everyLook, screens.menus),
  met('1.3.2', 'The order of reading makes sense', screens.everyLook, screens.focusOrder),
  partly('1.3.3', 'Nothing is told by shape or place alone', eye, screens.everyLook),
  partly('1.3.4', 'The screen may be turned', 'nothing is bound to a way; no test turns it', screens.narrow),
  met('1.3.5', 'Fields say what of oneself they take', screens.everyLook, {
    where: [
      'web/src/features/patients/fields.tsx',
      'web/src/features/providers/ProfileFields.tsx',
      'web/src/features/sign-in/RegisterFields.tsx',
    ],
    tests: [['web/src/features/patients/ContactSection.test.tsx', 'the browser may fill in %s']],
  }),
  partly('1.4.1', 'Nothing is told by color alone', `states are words beside colors; ${eye}`, screens.everyLook),
  notOurs('1.4.2', 'Sound can be stopped', noMedia),
  met('1.4.3', 'Texts have a contrast of 4.5', screens.everyLook, {
    where: ['web/src/theme/theme-colors.ts'],
    tests: [['web/src/theme/theme.test.ts', '%s is readable wherever it carries text']],
  }),
  partly(
    '1.4.4',
    'Texts can be twice as large',
    'pages work at 320 px, which is 400 % of 1280; not every page was tried',
    screens.narrow,
  ),
  met('1.4.5', 'Texts are texts and no pictures', screens.everyLook),
  met('1.4.10', 'Nothing scrolls two ways at 390 px', screens.everyLook, screens.narrow),
  partly(
    '1.4.11',
    'Controls have a contrast of 3',
    'rings of the focus are tested; edges of fields by hand',
    screens.visibleFocus,
  ),
  partly('1.4.12', 'Texts may be spaced more', 'no test widens them', { where: ['web/src/theme/theme.ts'] }),
  partly(
    '1.4.13',
    'What appears under the pointer can be dismissed and reached',
    'as Mantine makes it; no test says it',
    { where: ['web/src/theme/theme.ts'] },
  ),
])

export const operable = section('2 Operable', [
  met('2.1.1', 'All works by keys', screens.keyboard, screens.viewerByKeys),
  met('2.1.2', 'Keys lead out of everything', screens.visibleFocus, screens.keyboard),
  met('2.1.4', 'Keys of one letter can be left alone', {
    where: ['web/src/features/palette/shortcuts.ts', 'web/src/features/imaging/Stage.tsx'],
    tests: [
      [
        'web/src/features/palette/Palette.test.tsx',
        'single keys focus the search, open pages and the help, and can be switched off',
      ],
    ],
  }),
  met('2.2.1', 'Who needs more time gets it', screens.moreTime),
  partly(
    '2.2.2',
    'What moves can be stopped',
    'nothing moves by itself but the images of a scan that somebody plays, with the same key to stop; no test says it',
    {
      where: ['web/src/features/public-site/WhoWeServe.tsx', 'web/src/features/imaging/Stage.tsx'],
    },
  ),
  partly('2.3.1', 'Nothing flashes', eye, { where: ['web/src/theme/busy-line.css'] }),
  met('2.4.1', 'A link leads past what repeats', screens.menus, {
    where: ['web/src/ui/shell/SkipLink.tsx'],
    tests: [['e2e/pages.spec.ts', 'public pages in every look']],
  }),
  met('2.4.2', 'Each page has a title', screens.titles),
  met('2.4.3', 'The focus goes in an order that makes sense', screens.focusOrder),
  met('2.4.4', 'Links say where they lead', screens.everyLook),
  met('2.4.5', 'There are several ways to a page', screens.menus, screens.keyboard),
  met('2.4.6', 'Headings and labels say what follows', screens.everyLook),
  met('2.4.7', 'The focus is seen', screens.visibleFocus),
  partly('2.4.11', 'The focus is not covered', 'tested where a bar stays on a phone', {
    where: ['web/src/ui/edit/EditCard.tsx'],
    tests: [['e2e/layout.spec.ts', 'on a phone the bar with Save covers no field of the profile that is edited']],
  }),
  met('2.5.1', 'Gestures of two fingers have another way', screens.viewerByKeys),
  partly(
    '2.5.2',
    'What was touched by mistake can be left',
    'buttons act when they are let go, as browsers make it; no test says it',
    { where: ['web/src/ui'] },
  ),
  met('2.5.3', 'The name of a control holds what is written on it', screens.everyLook),
  notOurs('2.5.4', 'Moving the device has another way', 'nothing of it'),
  met('2.5.7', 'What is dragged has another way', screens.viewerByKeys, {
    where: ['web/src/ui/form'],
    tests: [['web/src/ui/form/uploads.test.tsx', 'with a mouse the file is dropped or chosen']],
  }),
  met('2.5.8', 'Targets have 24 px', screens.everyLook),
])

export const understandable = section('3 Understandable', [
  met('3.1.1', 'A page names its language', screens.language, screens.everyLook),
  partly(
    '3.1.2',
    'Parts in another language name it',
    'names of languages and legal texts do; what people type does not',
    {
      where: ['web/src/features/forms/EnglishOnly.tsx'],
    },
  ),
  partly('3.2.1', 'The focus alone changes nothing', eye, screens.visibleFocus),
  partly(
    '3.2.2',
    'A choice alone leads nowhere',
    `languages and themes are chosen by their buttons; ${eye}`,
    screens.menus,
  ),
  met('3.2.3', 'Menus stay in their order', screens.menus),
  met('3.2.4', 'The same is called the same', {
    where: ['docs/STYLE.md', 'web/src/app/translations.test.ts'],
    tests: [['web/src/app/translations.test.ts', 'every sentence for patients is translated: %s']],
  }),
  met('3.2.6', 'Help is at the same place everywhere', screens.contact),
  met('3.3.1', 'What is wrong is said at its field', screens.formErrors),
  met('3.3.2', 'Fields have labels, and say what they want', screens.everyLook, screens.helpfulRules),
  met('3.3.3', 'It is said how to put it right', screens.formErrors, screens.helpfulRules),
  met('3.3.4', 'What has consequences can be taken back, checked or confirmed', screens.undo, {
    where: ['web/src/features/forms/AuthFormPage.tsx'],
    tests: [['web/src/features/forms/auth-form.test.tsx', 'an empty form says what is missing']],
  }),
  met('3.3.7', 'Nothing has to be typed twice', screens.offered),
  met('3.3.8', 'Signing in takes no puzzle and no memory test', {
    where: ['web/src/ui/form/PasswordField.tsx'],
    tests: [['web/src/features/sign-in/entrances.test.tsx', 'a patient signs in with the Enter key']],
  }),
])

export const robust = section('4 Robust', [
  met('4.1.2', 'Controls tell name, role and value', screens.everyLook, screens.menus),
  met('4.1.3', 'What happens is spoken', screens.spoken),
])
