# Deutsch. Anrede: Sie. Die Reihenfolge ist die von en.ftl.

## Every page

nav-label = Ihr Konto
confirm-button = Zum Bestätigen drücken Sie „{ $button }“ noch einmal.
nav-profile = Profil
nav-tracks = Ihre Tracks
nav-connected-apps = Verbundene Apps
nav-apps = Ihre Apps
nav-access-servers = Zugriffsserver
sign-out = Abmelden
sign-in = Anmelden
create-account = Konto erstellen
verified-title = Verifiziert
verified = verifiziert
app-calls-itself = Die App nennt sich „{ $app }“. Dieser Name ist nicht überprüft.
back-to-app = Zurück zu { $app }
link-leads-to = Diese App ist nicht überprüft. Der Link führt zu { $host }.

## Sign in, sign up

sign-in-to-continue = um mit { $app } fortzufahren
sign-in-lead = mit Ihrem Musikkonto
sign-in-new = Neu hier?
sign-up-lead = für Ihre Musik
sign-up-have = Sie haben schon ein Konto?
sign-up-button = Konto erstellen
handle = Benutzername
handle-rule = Damit melden Sie sich an, und andere finden Sie darüber. Er ist öffentlich und kann nicht geändert werden.
name = Name
name-rule = Alle können ihn sehen. Sie können ihn später ändern.
password = Passwort
password-forgotten = Vergessen?
password-show = Anzeigen
password-hide = Verbergen
password-rule = Mindestens 8 Zeichen. Am besten sind mehrere Wörter.
password-stays = Ihr Passwort bleibt hier.
password-stays-from-app = Die App sieht es nie.

sign-in-mismatch = Benutzername und Passwort passen nicht zusammen. Prüfen Sie beide und versuchen Sie es noch einmal.
sign-in-incomplete = Geben Sie Ihren Benutzernamen und Ihr Passwort ein.
sign-in-no-space = Der Dienst kann gerade niemanden anmelden, weil sein Speicherplatz voll ist. Versuchen Sie es später noch einmal.
sign-up-no-space = Der Dienst kann gerade keine Konten erstellen, weil sein Speicherplatz voll ist. Versuchen Sie es später noch einmal.
too-many-attempts = Zu viele Versuche. Warten Sie { $minutes ->
        [1] eine Minute
       *[other] { $minutes } Minuten
    } und versuchen Sie es noch einmal.
too-many-sign-ups = Zu viele Registrierungen aus Ihrem Netzwerk. Warten Sie { $minutes ->
        [1] eine Minute
       *[other] { $minutes } Minuten
    } und versuchen Sie es noch einmal.
handle-characters = Ein Benutzername hat 1 bis 30 Buchstaben (a–z), Ziffern, „_“, „-“ oder „.“ und beginnt mit einem Buchstaben oder einer Ziffer.
handle-reserved = { $handle } ist für den Dienst reserviert. Wählen Sie einen anderen Benutzernamen.
handle-taken = Der Benutzername { $handle } ist vergeben. Wählen Sie einen anderen.
name-empty = Geben Sie einen Namen ein.
name-too-long = Ein Name hat höchstens 50 Zeichen.
name-characters = Der Name hat unsichtbare Zeichen oder solche, die seine Schreibrichtung ändern. Lassen Sie sie weg.
password-form = Ein Passwort hat mindestens 8 Zeichen und höchstens 1.024 Bytes, ohne Tabulatoren und andere Steuerzeichen.
password-common = Dies ist eines der häufigsten Passwörter, die Angreifer zuerst ausprobieren. Wählen Sie ein anderes.

## Consent

consent-continue = Weiter zu { $app }?
consent-allow = { $app } zulassen?
consent-wants = { $app } möchte Ihr Konto verwenden
consent-known = Sie haben diese App schon einmal zugelassen, unter { $host }.
consent-another-account = Anderes Konto verwenden
consent-not-you = Nicht Sie?
consent-scopes = Was die App darf
consent-lets = Damit darf { $app }:
consent-writes = Die App darf das auch, wenn Sie nicht da sind, bis Sie sie entfernen. Ihr Passwort kann die App nicht ändern und sieht es nie.
consent-reads = Die App kann weder Ihre Tracks noch Ihre Bibliothek noch Ihr Konto ändern und sieht Ihr Passwort nie.
consent-opens-app = Beide Schaltflächen öffnen die App unter { $host }.
consent-leads-to = Beide Schaltflächen führen zu { $host }.
consent-not-reviewed = Dieser Dienst hat die App nicht geprüft, und den Namen hat ihr Entwickler gewählt.
consent-know-address = Fahren Sie nur fort, wenn Sie diese Adresse kennen.
consent-deny = Nicht zulassen
consent-cancel = Abbrechen
consent-approve = Zulassen
consent-continue-as = Weiter als { $handle }
consent-signed-in = Sie sind angemeldet
consent-nothing-shared = Es wurde nichts weitergegeben
consent-close = Sie können dieses Fenster schließen.
consent-needs-script = Zum Zulassen ist JavaScript nötig. Es verhindert, dass andere Seiten Sie dazu verleiten.

scope-profile = Ihr Profil sehen: Name, Benutzername und Bild
scope-library = die Tracks in Ihrer Bibliothek sehen
scope-own-tracks = Ihre eigenen Tracks und Uploads sehen, auch verborgene, und wie oft Ihre Tracks gespielt werden
scope-play = die Tracks abspielen, die Sie hören dürfen, deren Zugriffsservern mitteilen, wer Sie sind, und dort Einladungen annehmen
scope-upload = in Ihrem Namen Tracks hochladen und Uploads löschen, die kein Track verwendet
scope-change = alle Ihre Tracks ändern, nicht nur selbst hinzugefügte: Titel, Text, Genre und Cover
scope-gate = den Zugriff auf alle Ihre Tracks beschränken und beschränkte für alle öffentlich machen
scope-hide = alle Ihre Tracks verbergen
scope-delete = die Tracks, die sie hinzugefügt hat, endgültig löschen
scope-access = auf Zugriffsservern entscheiden, wer Ihre Tracks hören darf
scope-save = Tracks zu Ihrer Bibliothek hinzufügen und daraus entfernen

## After a login

response-reason = { $app } erfährt den Grund. Wenn sich die App nicht öffnet, verwenden Sie die Schaltfläche.
response-opens = Es öffnet sich die App unter { $host }.

end-session-question = Von Ihrem Konto abmelden?
end-session-still = Sie sind hier noch angemeldet. Deshalb braucht die nächste Anmeldung bei einer App in diesem Browser kein Passwort.
end-session-stay = Angemeldet bleiben
end-session-leads-back = Beide Schaltflächen führen zurück zu { $app } unter { $host }.
end-session-own-tab = Um zu einer App zurückzukehren, verwenden Sie deren Tab oder Fenster.
end-session-done-title = Abgemeldet
end-session-done = Sie sind abgemeldet
end-session-no-user = In diesem Browser ist niemand bei diesem Dienst angemeldet.
end-session-again = Wieder anmelden

## Home

home-title = Musikkonten
home-heading = Melden Sie sich mit Ihrem Musikkonto bei Apps an
home-lead = Dies ist ein Dienst von { $service }. Er verwaltet die Konten und fragt Sie, bevor eine App Ihres verwenden darf. Apps sehen Ihr Passwort nie.
home-account = Profil, Passwort, Tracks und die Apps, die für Sie handeln können
home-sign-up = Ein Benutzername, ein Name und ein Passwort
home-developers = Für Entwickler
home-register = Eine App registrieren, bei der sich Nutzer anmelden
home-api = HTTP-API
home-openapi = Das OpenAPI-Dokument dieses Dienstes
home-contact = Fragen? Wenden Sie sich an { $link }.

## Connected apps

connected-removed = Die App ist entfernt. Um wieder für Sie zu handeln, muss die App Sie erst fragen.
connected-none = Keine App kann für Sie handeln. Jede App muss Sie zuerst fragen.
connected-no-more = Es gibt keine weiteren Apps.
connected-lead = Diese Apps können für Sie handeln. Wenn Sie eine entfernen, ist sie sofort abgemeldet.
connected-can = Die App darf:
connected-since = Zugelassen seit
connected-last-active = Zuletzt aktiv
connected-never = nie
connected-status = Status
connected-signed-in = angemeldet
connected-server = abgemeldet, aber ihr Server kann noch für Sie handeln
connected-signed-out = abgemeldet
connected-remove = Entfernen
connected-more = Weitere Apps
connected-first = Erste Apps

## Your account

account-heading = Ihr Konto
account-name-rule = Alle können ihn sehen. Ihr Benutzername, { $handle }, ändert sich nicht.
account-save-name = Namen speichern
account-picture = Bild
account-picture-rule = Eine PNG- oder JPEG-Datei mit höchstens 5 MB. Das Bild wird quadratisch zugeschnitten, Ort und Datum werden entfernt.
account-save-picture = Bild speichern
account-remove-picture = Bild entfernen
account-current-password = Aktuelles Passwort
account-new-password = Neues Passwort
account-new-password-rule = Mindestens 8 Zeichen. Sie werden in allen anderen Browsern abgemeldet.
account-sign-out-apps = Auch von allen Apps abmelden
account-change-password = Passwort ändern
account-everywhere = Überall abmelden
account-everywhere-what = Meldet Sie in allen Browsern ab, auch in diesem, und von allen Apps. Apps bleiben verbunden. Entfernen können Sie sie unter { $link }.
account-everywhere-servers = Auch die Server von Apps können nicht mehr für mich handeln, bis ich mich bei der App wieder anmelde
account-delete-heading = Ihr Konto löschen
account-delete-what = Nach einer Woche werden Ihr Profil, Ihre Tracks, Ihre Bibliothek, Ihre Uploads und Ihre Entwickler-Apps endgültig gelöscht. Ihr Benutzername wird nie wieder vergeben. Bis dahin können Sie es zurücknehmen, indem Sie sich anmelden. In der Zwischenzeit sind Sie abgemeldet, Ihre Tracks sind verborgen, und keine App handelt für Sie.
account-download = { $link } können Sie vorher: Profil, Tracks mit Audio, Bibliothek.
account-download-link = Ihre Daten herunterladen
account-delete = Mein Konto löschen
account-delete-button = In einer Woche löschen
account-name-changed = Ihr Name ist geändert.
account-picture-changed = Ihr Bild ist geändert.
account-picture-removed = Ihr Bild ist entfernt.
account-password-changed = Ihr Passwort ist geändert. Sie sind in allen anderen Browsern abgemeldet.
account-password-wrong = Das Passwort ist falsch. Versuchen Sie es noch einmal.

picture-none = Wählen Sie zuerst ein Bild: eine PNG- oder JPEG-Datei.
picture-too-large = Das Bild ist größer als 5 MB. Wählen Sie ein kleineres.
picture-too-many-pixels = Das Bild hat zu viele Pixel. Wählen Sie ein kleineres.
picture-format = Die Datei ist kein PNG- oder JPEG-Bild. Wählen Sie eine andere.
picture-damaged = Die Datei ist beschädigt. Wählen Sie ein anderes Bild.
picture-too-many = Zu viele Bilder. Warten Sie { $minutes ->
        [1] eine Minute
       *[other] { $minutes } Minuten
    } und versuchen Sie es noch einmal.
picture-busy = Der Dienst verarbeitet gerade viele Bilder. Versuchen Sie es gleich noch einmal.
picture-storage-full = Der Dienst hat keinen Platz für Bilder. Versuchen Sie es später noch einmal.

## Deletion

deletion-title = Ihr Konto wird gelöscht
deletion-heading = { $handle } wird gelöscht
deletion-on = Am { $date }, mit allen Tracks, der Bibliothek und den Entwickler-Apps. Bis dahin sind Sie abgemeldet, keine App handelt für Sie, und Ihre Tracks sind verborgen.
deletion-keep = Mein Konto behalten
deletion-keep-what = Ihre Tracks werden dann wieder aufgeführt. Sie bleiben in allen Browsern und Apps abgemeldet: Melden Sie sich wieder an, wo Sie möchten.
deletion-sign-in = Um das Konto zu behalten, müssen Sie sich vor diesem Tag { $link }.
deletion-sign-in-link = anmelden

## Reset the password

reset-title = Neues Passwort festlegen
reset-lead = Danach sind Sie überall abgemeldet und melden sich damit an.
reset-needs-link = Dafür brauchen Sie einen Link. Bitten Sie { $link } um einen: Er gilt 30 Minuten. Öffnen Sie ihn, oder geben Sie hier seinen Code ein.
reset-needs-operator = Dafür brauchen Sie einen Link. Bitten Sie den Betreiber dieses Dienstes um einen: Er gilt 30 Minuten. Öffnen Sie ihn, oder geben Sie hier seinen Code ein.
reset-code = Code
reset-code-rule = Der Teil Ihres Links nach dem #.
reset-button = Passwort festlegen
reset-back = Zurück zur Anmeldung
reset-link-invalid = Dieser Link ist verbraucht, zu alt oder unvollständig. Bitten Sie um einen neuen.

## Your tracks

tracks-deleted = Der Track ist gelöscht.
tracks-none = Sie haben keine Tracks. Apps können welche hochladen, wenn Sie es zulassen.
tracks-no-more = Es gibt keine weiteren Tracks.
tracks-lead = Sie ändern sie in Apps. Nur hier können Sie jeden von ihnen löschen: Eine App löscht nur Tracks, die sie hinzugefügt hat, und verbirgt andere.
tracks-hidden = Verborgen: Nur Sie sehen ihn
tracks-public = Öffentlich
tracks-gated = Beschränkt: Zugriffsserver entscheiden, wer ihn hören darf
tracks-share = Teilen
share-link = Link zur Seite des Tracks
share-code = Code, der ihn auf einer Webseite abspielt
share-copy = Kopieren
share-copied = Kopiert
share-selected = Markiert: Kopieren Sie es mit der Tastatur
tracks-delete = Löschen
tracks-delete-what = Er kann nicht mehr abgespielt und nicht wiederhergestellt werden.
tracks-delete-button = Endgültig löschen
tracks-older = Ältere Tracks
tracks-newest = Neueste Tracks

## A track's page, and its player in a page of another site

track-duration = Dauer:
track-play = Abspielen
track-gated = Der Eigentümer entscheidet, wer diesen Track hören darf.
track-sites = Er läuft auf:
track-checking = Es wird geprüft, ob Sie ihn hören dürfen …
track-needs-script = Erlauben Sie JavaScript, um diesen Track abzuspielen.
track-elsewhere = Dieser Track kann hier nicht abgespielt werden. Hören Sie ihn auf der Website oder in der App, in der sein Eigentümer ihn anbietet.
track-failed = Der Track kann gerade nicht abgespielt werden. Versuchen Sie es später noch einmal.
track-closed-country = Dieser Track kann in Ihrem Land nicht abgespielt werden.
track-closed-country-unknown = Ihr Land lässt sich nicht ermitteln, und der Track läuft nur in einigen Ländern.
track-closed-group = Dieser Track ist für die Mitglieder einer Gruppe.
track-closed-opens = Dieser Track ist ab dem { $time } zu hören.
track-closed-over = Dieser Track kann nicht mehr abgespielt werden.
track-closed-paid = Dieser Track ist für alle, die ihn gekauft haben.
track-closed-sign-in = Melden Sie sich zum Hören auf der Website oder in der App an, in der sein Eigentümer ihn anbietet.
track-closed-site = Dieser Track kann auf dieser Website nicht abgespielt werden.
track-closed-verified = Dieser Track ist für verifizierte Konten.
track-closed-other = Sie können diesen Track nicht hören.
track-buy = Bei { $host } kaufen
track-join = Bei { $host } um Aufnahme bitten
embed-open = Auf { $service } öffnen
embed-nowhere = Keine Website kann diesen Track einbetten: Seine Regel erlaubt keine, oder sein Zugriffsserver hat nicht mitgeteilt, welche.
embed-missing = Diesen Track gibt es nicht

## Errors

broken-link = Dieser Anmeldelink funktioniert nicht
broken-link-text = Es wurde nichts weitergegeben. Schließen Sie diese Seite, und informieren Sie den Entwickler der App.
stale-form = Bitte noch einmal
stale-form-text = Das Formular ist abgelaufen, wurde schon gesendet oder gehört zu einer anderen Anmeldung. Es wurde nichts geändert. Fangen Sie von vorn an, und erlauben Sie Cookies für diese Seite.
stale-form-button = Von vorn anfangen
no-form = Es wurde nichts getan
no-form-text = Die Anfrage kam nicht von einem Formular dieser Seite. Gehen Sie zurück, und versuchen Sie es noch einmal.
no-decision = Es wurde nichts entschieden
no-decision-text = Das Formular enthält keine Entscheidung. Gehen Sie zurück, und wählen Sie noch einmal.
rate-limited = Einen Moment, bitte
rate-limited-text = Sie oder Ihr Netzwerk haben zu viele Anfragen gesendet. Warten Sie ein paar Sekunden, und versuchen Sie es noch einmal.
rate-limited-button = Noch einmal versuchen
export-running-text = Ein anderer Download von Ihnen läuft noch, oder es laufen insgesamt zu viele. Versuchen Sie es in ein paar Minuten noch einmal.
too-many-apps = Zu viele Apps sind verbunden
too-many-apps-text = Ihr Konto hat so viele Anmeldungen, wie es haben kann. Entfernen Sie Apps, die Sie nicht mehr verwenden, und melden Sie sich dann wieder an.
no-space = Zurzeit keine neuen Anmeldungen
no-space-text = Der Dienst hat keinen Platz mehr für Anmeldungen. Angemeldete Apps funktionieren weiter. Versuchen Sie es später noch einmal.
sign-up-closed = Die Registrierung ist geschlossen
sign-up-closed-text = Nur der Betreiber dieses Dienstes kann Konten erstellen. Bitten Sie ihn um eines.
internal = Etwas ist schiefgegangen
internal-text = Es wurde nichts weitergegeben. Warten Sie einen Moment, und versuchen Sie es noch einmal.
not-found = Seite nicht gefunden
not-found-text = Die Adresse ist falsch, oder die Seite wurde entfernt.
no-app = App nicht gefunden
no-app-text = Die App wurde gelöscht, oder sie gehört zu einem anderen Konto.

## Times

date-time = { $day }. { $month ->
        [1] Januar
        [2] Februar
        [3] März
        [4] April
        [5] Mai
        [6] Juni
        [7] Juli
        [8] August
        [9] September
        [10] Oktober
        [11] November
       *[12] Dezember
    } { $year }, { $time } UTC
just-now = gerade eben
minutes-ago = { $count ->
        [1] vor einer Minute
       *[other] vor { $count } Minuten
    }
hours-ago = { $count ->
        [1] vor einer Stunde
       *[other] vor { $count } Stunden
    }
days-ago = { $count ->
        [1] vor einem Tag
       *[other] vor { $count } Tagen
    }
