import type { LegalText } from './legalText.ts';

/** The privacy policy: what Loadout keeps about a person, why, for how long, and who sees it. */
export const privacyPolicy: LegalText = {
  updated: '2026-11-21',
  sections: [
    {
      id: 'about',
      ru: {
        title: 'О чём этот документ',
        paragraphs: [
          'Loadout — внутренний каталог ИИ-сервисов для сотрудников игровых компаний-партнёров. Здесь написано, какие сведения о вас он хранит, зачем, как долго и кто их видит.',
          'За данные отвечает компания, которая запустила эту установку каталога. По любому вопросу обращайтесь к администратору Loadout вашей компании.',
        ],
      },
      en: {
        title: 'What this document is about',
        paragraphs: [
          'Loadout is an internal catalogue of AI services for employees of partner game companies. This page says what it keeps about you, why, for how long, and who sees it.',
          'The company that runs this installation of the catalogue is responsible for the data. With any question, turn to the administrator of your company’s Loadout.',
        ],
      },
    },
    {
      id: 'account',
      ru: {
        title: 'Учётная запись',
        paragraphs: [
          'При входе через Google мы получаем ваше имя, адрес электронной почты и отметку о том, что он подтверждён, рабочий домен, картинку профиля и постоянный номер вашей учётной записи в Google. Пароля мы не видим. Доступа к почте, диску и календарю не просим.',
          'При входе через Telegram или при привязке Telegram мы получаем ваш номер (id) в Telegram, имя, имя пользователя и фотографию. Номера телефона мы не просим.',
          'По подтверждённому домену почты или по списку допущенных учётных записей Telegram мы определяем вашу компанию: от неё зависит, какие сервисы показаны вам как одобренные.',
        ],
      },
      en: {
        title: 'Your account',
        paragraphs: [
          'When you sign in with Google, we receive your name, your e-mail address and whether it is verified, your work domain, your profile picture and the permanent number of your Google account. We never see your password. We ask for no access to mail, files or calendar.',
          'When you sign in with Telegram or link it, we receive your Telegram id, name, username and photo. We do not ask for your phone number.',
          'Your company is worked out from the verified e-mail domain or from the list of admitted Telegram accounts: it decides which services are shown to you as approved.',
        ],
      },
    },
    {
      id: 'activity',
      ru: {
        title: 'То, что вы делаете в каталоге',
        paragraphs: [
          'Мы храним отметки «Использую», ваши кейсы на русском и английском, отметки кейсов коллег, запросы доступа (сервис, тариф, что нужно и нужен ли тестовый период) и жалобы (причина, комментарий, время и IP-адрес, с которого они отправлены). IP-адрес нужен, чтобы остановить поток ложных жалоб.',
          'Поисковые запросы с вами не связываются. Если по запросу ничего не нашлось, мы считаем его вместе с языком и днём, без указания человека: так видно, чего в каталоге не хватает.',
        ],
      },
      en: {
        title: 'What you do in the catalogue',
        paragraphs: [
          'We keep your “I use this” marks, your use cases in Russian and English, your likes of colleagues’ use cases, your access requests (service, plan, what you need and whether you need a trial) and your reports (reason, comment, time and the IP address they came from). The IP address serves to stop a flood of false reports.',
          'Searches are not tied to you. When a search finds nothing, we count its text with the language and the day and without the person: it shows what the catalogue lacks.',
        ],
      },
    },
    {
      id: 'visibility',
      ru: {
        title: 'Кто что видит',
        paragraphs: [
          'Все вошедшие сотрудники компаний-партнёров видят ваше имя, картинку профиля, кейсы с числом отметок и то, какими сервисами вы пользуетесь. Если у вас есть имя пользователя в Telegram, рядом с кейсами появляется ссылка, по которой вам можно задать вопрос.',
          'Только администраторы видят адреса почты тех, кто отметил сервис, а также кто, когда и с какого IP-адреса отправил жалобу. Свои жалобы и запросы вы видите сами.',
          'Действия администраторов записываются: кто, когда и что изменил.',
        ],
      },
      en: {
        title: 'Who sees what',
        paragraphs: [
          'Everyone signed in from a partner company sees your name, profile picture, use cases with their number of likes, and which services you use. If you have a Telegram username, a link beside your use cases lets colleagues ask you a question.',
          'Only administrators see the e-mail addresses of people who marked a service, and who sent a report, when and from which IP address. You see your own reports and requests.',
          'What administrators change is recorded: who, when and what.',
        ],
      },
    },
    {
      id: 'language-model',
      ru: {
        title: 'Языковая модель',
        paragraphs: [
          'Если администратор подключил языковую модель, текст вашего кейса отправляется ей, чтобы проверить, насколько он понятен, и перевести на второй язык. Вместе с ним не уходят ни имя, ни почта, ни данные других людей. Какая модель подключена, подскажет администратор.',
          'Если модель не подключена, текст никуда не отправляется. Не пишите в кейсах паролей, секретов проектов и сведений о других людях.',
        ],
      },
      en: {
        title: 'Language model',
        paragraphs: [
          'If the administrator has connected a language model, the text of your use case is sent to it to check how clear it is and to translate it into the other language. Neither your name, nor your e-mail, nor other people’s data goes with it. Ask the administrator which model is connected.',
          'If no model is connected, the text is sent nowhere. Do not put passwords, project secrets or facts about other people into use cases.',
        ],
      },
    },
    {
      id: 'others',
      ru: {
        title: 'Кому ещё передаются данные',
        paragraphs: [
          'Google и Telegram узнают, что вы входите в каталог, когда вы выбираете вход через них; кнопка входа через Telegram загружается с его сайта. Запрос доступа уходит письмом с вашим именем и адресом тем, кто в компании выдаёт доступы.',
          'В сервис закладок, из которого наполняется каталог, попадают только сведения о сервисах и никогда о людях. Мы не продаём данные и не передаём их для рекламы.',
        ],
      },
      en: {
        title: 'Who else receives data',
        paragraphs: [
          'Google and Telegram learn that you sign in to the catalogue when you choose to sign in through them; the Telegram sign-in button is loaded from Telegram’s site. An access request goes by e-mail, with your name and address, to the people who grant access in the company.',
          'The bookmarks service that feeds the catalogue receives facts about services only, never about people. We do not sell data or pass it on for advertising.',
        ],
      },
    },
    {
      id: 'cookies',
      ru: {
        title: 'Cookie и память браузера',
        paragraphs: [
          'Cookie нужны только для входа: одна хранит случайный номер сессии, другая живёт несколько минут, пока вы входите. Счётчиков, рекламы и слежки нет. Картинки сервисов загружает наш сервер, поэтому их сайты не видят вашего адреса.',
          'В памяти вашего браузера лежат язык, тема, настройки подсказок и клавиш, последние уведомления, черновик кейса, тексты интерфейса (7 дней) и, если вы вошли через Telegram, данные этого входа (не дольше 24 часов).',
        ],
      },
      en: {
        title: 'Cookies and browser storage',
        paragraphs: [
          'Cookies serve signing in only: one holds the random number of your session, another lives for a few minutes while you sign in. There are no trackers, analytics or advertising. Pictures of services are fetched by our server, so their sites do not see your address.',
          'Your browser’s storage holds the language, the theme, your choices for hints and keys, the last notices, the draft of a use case, the texts of the interface (7 days) and, if you signed in with Telegram, the data of that sign-in (24 hours at most).',
        ],
      },
    },
    {
      id: 'logs',
      ru: {
        title: 'Журналы',
        paragraphs: [
          'Чтобы чинить ошибки, страница сообщает серверу о сбоях, предупреждениях и скорости загрузки: текст ошибки, место в программе, время. Коды входа и токены из этих записей вырезаются. Сервер записывает попытки входа и обращения к нему без паролей и токенов.',
        ],
      },
      en: {
        title: 'Logs',
        paragraphs: [
          'To mend faults, the page tells the server about errors, warnings and loading speed: the text of the error, its place in the program, the time. Sign-in codes and tokens are cut out of these records. The server records sign-in attempts and requests, without passwords or tokens.',
        ],
      },
    },
    {
      id: 'retention',
      ru: {
        title: 'Сколько хранятся данные',
        paragraphs: [
          'Сессия заканчивается после 24 часов без действий и в любом случае через 14 дней, а при выходе — сразу. Ссылка для входа действует 5 минут и только один раз.',
          'Отметки и кейсы хранятся, пока вы их не удалите или пока не удалена ваша учётная запись. Жалобы, запросы доступа и журналы администратор хранит столько, сколько нужно, чтобы разобраться с ними, и затем удаляет.',
        ],
      },
      en: {
        title: 'How long data is kept',
        paragraphs: [
          'A session ends after 24 hours without activity, after 14 days in any case, and at once when you sign out. A sign-in link works for 5 minutes and only once.',
          'Marks and use cases are kept until you delete them or your account is deleted. Reports, access requests and logs are kept by the administrator for as long as it takes to deal with them, and are then deleted.',
        ],
      },
    },
    {
      id: 'rights',
      ru: {
        title: 'Ваши права',
        paragraphs: [
          'Свои отметки и кейсы вы можете посмотреть, изменить и удалить в профиле. Получить копию своих данных, исправить их, отвязать Telegram, удалить учётную запись или возразить против обработки можно через администратора Loadout вашей компании; он ответит не позже чем через 30 дней.',
          'Если ответ вас не устроил, вы вправе обратиться в орган по защите персональных данных вашей страны.',
        ],
      },
      en: {
        title: 'Your rights',
        paragraphs: [
          'You can view, change and delete your marks and use cases in the profile. For a copy of your data, to correct it, unlink Telegram, delete your account or object to the processing, turn to the administrator of your company’s Loadout, who answers within 30 days.',
          'If the answer does not satisfy you, you may turn to the data protection authority of your country.',
        ],
      },
    },
    {
      id: 'changes',
      ru: {
        title: 'Изменения и связь',
        paragraphs: [
          'Когда этот документ меняется по существу, меняется и дата в его начале. Связь по всем вопросам — администратор Loadout вашей компании.',
        ],
      },
      en: {
        title: 'Changes and contact',
        paragraphs: [
          'When this document changes in substance, so does the date at its top. Contact for every question: the administrator of your company’s Loadout.',
        ],
      },
    },
  ],
};
