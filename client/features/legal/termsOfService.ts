import type { LegalText } from './legalText.ts';

/** The terms of service: who may use Loadout, how, and what it promises and does not. */
export const termsOfService: LegalText = {
  updated: '2026-11-21',
  sections: [
    {
      id: 'who',
      ru: {
        title: 'Кто может пользоваться каталогом',
        paragraphs: [
          'Loadout — внутренний каталог ИИ-сервисов. Пользоваться им могут сотрудники компаний-партнёров, которые вошли под рабочей учётной записью Google или под учётной записью Telegram, допущенной администратором.',
          'Входя в каталог, вы соглашаетесь с этими условиями. Они дополняют правила вашей компании и не отменяют их: при расхождении действуют правила компании.',
        ],
      },
      en: {
        title: 'Who may use the catalogue',
        paragraphs: [
          'Loadout is an internal catalogue of AI services. It is open to employees of partner companies who sign in with their work Google account or with a Telegram account admitted by an administrator.',
          'By signing in you agree to these terms. They add to the rules of your company and do not replace them: where they differ, the company’s rules hold.',
        ],
      },
    },
    {
      id: 'account',
      ru: {
        title: 'Ваша учётная запись',
        paragraphs: [
          'Учётная запись личная. Не передавайте её и ссылки для входа другим людям: такая ссылка одноразовая и открывает вашу сессию. Если вам кажется, что записью пользуется кто-то ещё, сообщите администратору.',
          'Когда вы уходите из компании-партнёра, право на доступ заканчивается.',
        ],
      },
      en: {
        title: 'Your account',
        paragraphs: [
          'An account is personal. Do not hand it or a sign-in link to anyone: such a link works once and opens your session. If you think somebody else is using your account, tell an administrator.',
          'When you leave a partner company, the right of access ends.',
        ],
      },
    },
    {
      id: 'catalogue',
      ru: {
        title: 'Что есть в каталоге',
        paragraphs: [
          'Каталог описывает чужие сервисы и ссылается на них. Мы стараемся, чтобы описания, теги и ссылки были верны, но сервисы меняются без предупреждения. Заметили ошибку — пожалуйтесь через меню карточки.',
          'Отметка «Одобрено» значит, что ваша компания разрешила сервис для работы. Она не отменяет правил о том, какие материалы можно в него загружать. Запрос доступа — это просьба, а не покупка: решение принимает ваша компания.',
        ],
      },
      en: {
        title: 'What the catalogue holds',
        paragraphs: [
          'The catalogue describes services made by others and links to them. We try to keep descriptions, tags and links right, but services change without notice. If you see a mistake, report it from the card’s menu.',
          'The “Approved” mark means that your company allows the service for work. It does not lift the rules on which materials may be uploaded to it. A request for access is a request and not a purchase: your company decides.',
        ],
      },
    },
    {
      id: 'services',
      ru: {
        title: 'Чужие сервисы',
        paragraphs: [
          'У каждого сервиса свои условия, цены и правила обращения с данными; вы принимаете их, когда начинаете им пользоваться. Прежде чем загрузить рабочие материалы, убедитесь, что компания это разрешает, и проверьте, кому принадлежит результат и можно ли выпускать его в игре.',
        ],
      },
      en: {
        title: 'Services made by others',
        paragraphs: [
          'Each service has its own terms, prices and rules for data; you accept them when you begin to use it. Before you upload work materials, make sure that the company allows it, and check who owns the result and whether it may be released in a game.',
        ],
      },
    },
    {
      id: 'use-cases',
      ru: {
        title: 'Ваши кейсы',
        paragraphs: [
          'Кейс — короткий рассказ о том, как вы используете сервис. Права на текст остаются у вас или у вашей компании, как написано в вашем договоре. Публикуя кейс, вы разрешаете показывать его в каталоге, переводить и править опечатки; удалить его можно в любой момент.',
          'Кейсы видят сотрудники всех компаний-партнёров. Не пишите в них того, что нельзя знать коллегам из других компаний: неанонсированных проектов, показателей, паролей, ключей, чужих персональных данных.',
        ],
      },
      en: {
        title: 'Your use cases',
        paragraphs: [
          'A use case is a short account of how you use a service. The rights to the text stay with you or your company, as your contract says. By publishing it you allow it to be shown in the catalogue, translated and corrected for typing errors; you can delete it at any time.',
          'Use cases are seen by employees of all partner companies. Leave out what colleagues from other companies must not know: unannounced projects, business figures, passwords, keys, other people’s personal data.',
        ],
      },
    },
    {
      id: 'language-model',
      ru: {
        title: 'Подсказки и переводы модели',
        paragraphs: [
          'Проверку и перевод кейсов может делать языковая модель. Она ошибается: перечитайте предложенный текст, прежде чем его принять. Вы можете сохранить и свой вариант.',
        ],
      },
      en: {
        title: 'Suggestions and translations by a model',
        paragraphs: [
          'Use cases may be checked and translated by a language model. It makes mistakes: read a suggested text before you accept it. You may always save your own wording.',
        ],
      },
    },
    {
      id: 'conduct',
      ru: {
        title: 'Чего делать нельзя',
        paragraphs: [
          'Нельзя публиковать оскорбления, рекламу и заведомую неправду, отправлять ложные жалобы, накручивать отметки, выдавать себя за другого, обходить ограничения доступа, выкачивать каталог и сведения о людях, нарушать работу сервера и передавать содержимое каталога за пределы компаний-партнёров.',
          'Пишите коллегам, чьи кейсы вам помогли, вежливо и по делу: они отвечают по доброй воле.',
        ],
      },
      en: {
        title: 'What is not allowed',
        paragraphs: [
          'Do not publish insults, advertising or statements you know to be false, send false reports, inflate likes, pose as somebody else, get around access limits, harvest the catalogue or facts about people, disturb the server, or pass the contents of the catalogue outside the partner companies.',
          'Write politely and to the point to colleagues whose use cases helped you: they answer of their own good will.',
        ],
      },
    },
    {
      id: 'tokens',
      ru: {
        title: 'Доступ для программ',
        paragraphs: [
          'Внутренние программы обращаются к каталогу по токенам, которые выдаёт администратор. Храните токен как пароль, берите только нужные права и соблюдайте ограничения частоты. Администратор может отозвать токен в любой момент.',
        ],
      },
      en: {
        title: 'Access for programs',
        paragraphs: [
          'Internal programs reach the catalogue with tokens issued by an administrator. Keep a token like a password, take only the rights you need, and respect the rate limits. An administrator may revoke a token at any time.',
        ],
      },
    },
    {
      id: 'moderation',
      ru: {
        title: 'Модерация',
        paragraphs: [
          'Администраторы разбирают жалобы, скрывают записи каталога и исправляют их. При нарушении этих условий администратор может закрыть доступ; спросить о причине и попросить пересмотреть решение можно у администратора вашей компании.',
        ],
      },
      en: {
        title: 'Moderation',
        paragraphs: [
          'Administrators deal with reports, and hide and correct entries of the catalogue. When these terms are broken, an administrator may close access; you can ask the administrator of your company for the reason and for the decision to be reviewed.',
        ],
      },
    },
    {
      id: 'availability',
      ru: {
        title: 'Работа каталога и ответственность',
        paragraphs: [
          'Каталог бесплатен для вас и предоставляется как есть. Мы бережём его работу и данные, но не обещаем, что он будет доступен без перерывов и что совет из кейса подойдёт вашей задаче. Решение, каким сервисом пользоваться и что в него загружать, принимаете вы и ваша компания.',
          'Ничто здесь не ограничивает ответственности, которую нельзя ограничить по закону.',
        ],
      },
      en: {
        title: 'Availability and liability',
        paragraphs: [
          'The catalogue is free for you and is provided as it is. We take care of its work and its data, but do not promise that it will be available without breaks or that advice from a use case will suit your task. Which service to use and what to upload to it is for you and your company to decide.',
          'Nothing here limits liability that the law does not allow to be limited.',
        ],
      },
    },
    {
      id: 'changes',
      ru: {
        title: 'Изменения и связь',
        paragraphs: [
          'Условия могут меняться; дата последнего изменения стоит в начале страницы. Если вы пользуетесь каталогом после изменения, вы принимаете новые условия. По всем вопросам обращайтесь к администратору Loadout вашей компании.',
        ],
      },
      en: {
        title: 'Changes and contact',
        paragraphs: [
          'These terms may change; the date of the last change stands at the top of the page. By using the catalogue after a change you accept the new terms. With any question, turn to the administrator of your company’s Loadout.',
        ],
      },
    },
  ],
};
