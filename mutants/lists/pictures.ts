import { mutantsOf } from '../mutant.ts'

const folder = 'server/src/clinic/imaging/pixels'
const forms = [`${folder}/picture-forms.test.ts`]
const drawn = [`${folder}/pictures.test.ts`]
const broken = [`${folder}/broken-frames.test.ts`]

/** What keeps a picture of a scan true. */
export const pictures = [
  ...mutantsOf(`${folder}/frame.ts`, drawn, [
    ['(word << left) >> right :', '(word << left) >>> right :', 'a negative value is a great one'],
    [
      'return { stored, shift: Number.isInteger(shift)',
      'return { stored: allocated, shift: Number.isInteger(shift)',
      'bits that are no value are seen',
    ],
  ]),
  ...mutantsOf(
    `${folder}/gray.ts`,
    [...drawn, ...forms],
    [
      ["textOf(tags, tag.color) === 'MONOCHROME1' ||", '', 'air is white'],
      [" || textOf(tags, tag.presentationShape) === 'INVERSE'", '', 'a shape does not count'],
      ['isPadding(stored) || ', '', 'padding takes the contrast'],
    ],
  ),
  ...mutantsOf(`${folder}/frame-tags.ts`, forms, [
    [
      '[itemOf(json, sharedGroups), itemsOf(json, groupsOfFrames)[frame - 1]]',
      '[itemsOf(json, groupsOfFrames)[frame - 1], itemOf(json, sharedGroups)]',
      'what is said of all frames goes before what is said of one',
    ],
    ['itemsOf(json, groupsOfFrames)[frame - 1]]', 'itemsOf(json, groupsOfFrames)[0]]', 'the window of another frame'],
  ]),
  ...mutantsOf(`${folder}/window.ts`, forms, [[': () => 0\n', ': () => 0.5\n', 'an empty frame is gray']]),
  ...mutantsOf('contract/src/window-shape.ts', forms, [
    [
      '(value - (center - 0.5)) / (width - 1) + 0.5',
      '(value - center) / width + 0.5',
      'a window is wider than it says',
    ],
  ]),
  ...mutantsOf(
    'web/src/features/imaging/scene-shades.ts',
    ['web/src/features/imaging/scene-shades.test.tsx'],
    [
      ["shapes.get(volume) ?? 'LINEAR_EXACT'", "'LINEAR_EXACT' as WindowShape", 'planes ignore the curve of a window'],
      ['Math.round(255 * lit)', 'Math.floor(252 * lit)', 'planes are darker than the standard says'],
      ['refresh(leveled(view, volume), layer)', 'refresh(volume, layer)', 'what lies over planes ignores it'],
    ],
  ),
  ...mutantsOf(
    'web/src/features/imaging/preview.ts',
    ['web/src/features/imaging/preview.test.ts'],
    [
      ['own.left === drawn.left ? 1 : -1', '1', 'a preview is mirrored'],
      ['isLeaning(images) || ', '', 'a preview leans'],
    ],
  ),
  ...mutantsOf(`${folder}/overlays.ts`, drawn, [
    [' : number - (first ?? 1)', ' : 0', 'an overlay lies on every frame'],
    ['((row + top) * width + column + left)', '(row * width + column)', 'an overlay is moved'],
  ]),
  ...mutantsOf(`${folder}/size.ts`, forms, [['return down / across', 'return across / down', 'a picture is squashed']]),
  ...mutantsOf(`${folder}/decode.ts`, broken, [
    ['    if (isBroken(String(message))) isWhole = false\n', '', 'noise in the place of what was cut off'],
    [
      "  if (head.rows !== rows || head.columns !== columns || head.components !== samples) throw new PictureRefused('damaged')\n",
      '',
      'a picture of another size',
    ],
    ['  if (size > maxFrameBytes)', '  if (size > 10 * maxFrameBytes)', 'a stream has more bits than its tags'],
    ["bytes.lastIndexOf('ffd9', undefined, 'hex') < 0", 'false', 'a coarse picture in the place of a whole one'],
  ]),
  ...mutantsOf(`${folder}/decode.ts`, drawn, [
    ["isPlanar: head.isPlanar && decode === 'decodeJpegLs'", 'isPlanar: false', 'colors that lie in planes are mixed'],
    ["color.startsWith('YBR_') ||", '', 'light and color differences for red, green and blue'],
  ]),
  ...mutantsOf(`${folder}/rle.ts`, broken, [
    ["  if (to < target.length) throw new PictureRefused('damaged')\n", '', 'the rest of a plane is black'],
  ]),
  ...mutantsOf(`${folder}/picture-reader.ts`, broken, [
    [
      '  if (rows * columns * samples * sampleBytes > maxFrameBytes)',
      '  if (rows * columns * samples > 100_000_000)',
      'a picture of any number of bytes is begun',
    ],
  ]),
  ...mutantsOf(`${folder}/plain.ts`, forms, [
    [
      '  if (isPlanar === arePlanes) return words',
      '  if (isPlanar || !isPlanar) return words',
      'planes are given for pixels',
    ],
    ["color === 'YBR_FULL_422' && frame.columns", "color === '' && frame.columns", 'no color of two pixels is given'],
  ]),
  ...mutantsOf(
    `${folder}/render-limit.ts`,
    [`${folder}/render-limit.test.ts`],
    [
      [
        'const maxConcurrentResponses = 2',
        'const maxConcurrentResponses = 200',
        'one person takes all turns and all memory',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/imaging/archive/pacs-pictures.ts',
    ['server/src/clinic/imaging/archive/pacs-pictures.test.ts'],
    [
      [
        'stored?.syntax && ![explicitBigEndian, deflated].includes(stored.syntax)',
        'stored',
        'bytes are read backwards',
      ],
      [
        'numberOf(all, tag.frames) ?? 1)) return null',
        'numberOf(all, tag.frames) ?? 9)) return null',
        'a frame that is not there is an error',
      ],
    ],
  ),
  ...mutantsOf(
    'server/src/clinic/imaging/archive/pacs.ts',
    ['server/src/clinic/imaging/archive/pacs-pictures.test.ts'],
    [['AbortSignal.timeout(ms)', 'AbortSignal.timeout(ms * 1e5)', 'a PACS that trickles keeps the places of pictures']],
  ),
  ...mutantsOf(
    'server/src/clinic/imaging/archive/dicomweb-archive.ts',
    ['server/src/clinic/imaging/archive/dicomweb-archive.test.ts'],
    [
      [
        'list.filter((entry) => isWithin(entry, chain))',
        'list.filter(() => chain)',
        'images of another series stand in a series',
      ],
    ],
  ),
  ...mutantsOf(
    'web/src/features/imaging/volume-check.ts',
    ['web/src/features/imaging/volume-check.test.ts'],
    [["gap > maxGaps * thickness + allowed) return 'apart'", 'gap < 0) return', 'what nobody measured is drawn']],
  ),
  ...mutantsOf(
    'web/src/features/imaging/parts.ts',
    ['web/src/features/imaging/parts.test.ts'],
    [
      ["if (by === 'echo' && areSets", "if (by === 'kind' && areSets", 'two echoes are drawn as one body'],
      ["if (by === 'stack' && areSets", "if (by === 'kind' && areSets", 'two stacks of a file are one list'],
    ],
  ),
  ...mutantsOf(
    'web/src/features/imaging/use-slice.ts',
    ['web/src/features/imaging/viewer.test.tsx'],
    [['images[at]?.windowing : undefined', 'images[0]?.windowing : undefined', 'a picture has the window of another']],
  ),
]
