// Questions about a service and classes of data, in both languages.
import { parseDataQuestion } from './dataQuestion.ts';

test.each([
  ['cursor исходный код', 'cursor', ['source_code']],
  ['исходники в Cursor', 'в Cursor', ['source_code']],
  ['figma player data', 'figma', ['player_data']],
  ['Figma для данных игроков?', 'Figma для ?', ['player_data']],
  ['claude исxодный kод', 'claude', ['source_code']],
  ['midjourney unreleased art and builds', 'midjourney', ['unreleased_art']],
  ['C++ source code and employee data', 'C++ and', ['source_code', 'staff_data']],
  ['материалы партнёров и под NDA в notion.so', 'в notion.so', ['partner_material']],
  ['куда можно исходный код', '', ['source_code']],
  ['Claude Code', 'Claude Code', []],
  ['ускорить билды', 'ускорить билды', []],
  ['  ', '', []],
])('%s', (text, service, dataClasses) => {
  expect(parseDataQuestion(text)).toEqual({ service, dataClasses });
});
