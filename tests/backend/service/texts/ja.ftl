# 日本語。です・ます調。順序は en.ftl と同じです。

## Every page

nav-label = アカウント
confirm-button = 確認のため、「{ $button }」をもう一度押してください。
nav-profile = プロフィール
nav-tracks = あなたのトラック
nav-connected-apps = 連携中のアプリ
nav-apps = あなたのアプリ
nav-access-servers = アクセスサーバー
sign-out = サインアウト
sign-in = サインイン
create-account = アカウントを作成
verified-title = 確認済み
verified = 確認済み
app-calls-itself = このアプリは「{ $app }」と名乗っています。この名前は確認されていません。
back-to-app = { $app } に戻る
link-leads-to = このアプリは確認されていません。リンク先は { $host } です。

## Sign in, sign up

sign-in-to-continue = 続けて { $app } に進みます
sign-in-lead = 音楽アカウントを使います
sign-in-new = はじめての方は
sign-up-lead = あなたの音楽のためのアカウントです
sign-up-have = アカウントをお持ちの方は
sign-up-button = アカウントを作成
handle = ユーザー名
handle-rule = サインインに使い、ほかの人があなたを見つける手がかりにもなります。公開され、あとから変更できません。
name = 名前
name-rule = 誰でも見ることができます。あとから変更できます。
password = パスワード
password-forgotten = お忘れですか？
password-show = 表示
password-hide = 非表示
password-rule = 8 文字以上。いくつかの単語を組み合わせるのがおすすめです。
password-stays = パスワードがここから外に出ることはありません。
password-stays-from-app = アプリに知られることはありません。

sign-in-mismatch = ユーザー名とパスワードが一致しません。両方を確かめて、もう一度お試しください。
sign-in-incomplete = ユーザー名とパスワードを入力してください。
sign-in-no-space = サービスの空き容量がないため、現在サインインできません。しばらくしてからお試しください。
sign-up-no-space = サービスの空き容量がないため、現在アカウントを作成できません。しばらくしてからお試しください。
too-many-attempts = 試行回数が多すぎます。{ $minutes } 分待ってから、もう一度お試しください。
too-many-sign-ups = お使いのネットワークからの登録が多すぎます。{ $minutes } 分待ってから、もう一度お試しください。
handle-characters = ユーザー名は 1～30 文字の英字（a～z）、数字、「_」「-」「.」で、英字か数字で始めてください。
handle-reserved = { $handle } はサービスのために予約されています。別のユーザー名を選んでください。
handle-taken = ユーザー名 { $handle } はすでに使われています。別のものを選んでください。
name-empty = 名前を入力してください。
name-too-long = 名前は 50 文字以内にしてください。
name-characters = 名前に、見えない文字か、文字の向きを変える文字が含まれています。取り除いてください。
password-form = パスワードは 8 文字以上、1,024 バイト以下で、タブなどの制御文字は使えません。
password-common = これは最もよく使われるパスワードの一つで、攻撃者が最初に試すものです。別のものを選んでください。

## Consent

consent-continue = { $app } に進みますか？
consent-allow = { $app } を許可しますか？
consent-wants = { $app } があなたのアカウントの使用を求めています
consent-known = このアプリは以前 { $host } で許可されています。
consent-another-account = 別のアカウントを使う
consent-not-you = 別の方ですか？
consent-scopes = このアプリにできること
consent-lets = { $app } に次のことを許可します。
consent-writes = 解除するまで、あなたがいない間も行うことができます。パスワードの変更はできず、パスワードを知ることもありません。
consent-reads = トラック、ライブラリ、アカウントを変更することはできず、パスワードを知ることもありません。
consent-opens-app = どちらのボタンを押しても { $host } のアプリが開きます。
consent-leads-to = どちらのボタンを押しても { $host } に移動します。
consent-not-reviewed = このアプリはサービスによる審査を受けておらず、名前は開発者が決めたものです。
consent-know-address = このアドレスに心当たりがある場合にだけ続けてください。
consent-deny = 許可しない
consent-cancel = キャンセル
consent-approve = 許可
consent-continue-as = { $handle } として続ける
consent-signed-in = サインインしました
consent-nothing-shared = 何も共有されていません
consent-close = このウィンドウを閉じてかまいません。
consent-needs-script = 許可するには JavaScript が必要です。ほかのページにだまされて許可してしまうことを防ぎます。

scope-profile = プロフィール（名前、ユーザー名、画像）を見る
scope-library = ライブラリのトラックを見る
scope-own-tracks = 非公開のものを含むあなたのトラックとアップロード、およびトラックの再生回数を見る
scope-play = あなたが聴くことのできるトラックを再生し、そのアクセスサーバーにあなたが誰であるかを伝え、そこでの招待を受け入れる
scope-upload = あなたの名前でトラックをアップロードし、どのトラックにも使われていないアップロードを削除する
scope-change = このアプリが追加したものに限らず、すべてのトラックのタイトル、テキスト、ジャンル、アートワークを変更する
scope-gate = すべてのトラックへのアクセスを制限し、制限されたトラックを誰にでも公開する
scope-hide = すべてのトラックを非表示にする
scope-delete = このアプリが追加したトラックを完全に削除する
scope-access = あなたのトラックを誰が聴けるかをアクセスサーバーで決める
scope-save = ライブラリにトラックを追加し、ライブラリから取り除く

## After a login

response-reason = { $app } に理由が伝えられます。アプリが開かない場合は、ボタンを使ってください。
response-opens = { $host } のアプリが開きます。

end-session-question = アカウントからサインアウトしますか？
end-session-still = ここではまだサインインしています。そのため、このブラウザーで次にアプリへサインインするときにパスワードは必要ありません。
end-session-stay = サインインしたままにする
end-session-leads-back = どちらのボタンを押しても { $host } の { $app } に戻ります。
end-session-own-tab = アプリに戻るには、アプリのタブかウィンドウを使ってください。
end-session-done-title = サインアウトしました
end-session-done = サインアウトしました
end-session-no-user = このブラウザーでは、誰もこのサービスにサインインしていません。
end-session-again = もう一度サインイン

## Home

home-title = 音楽アカウント
home-heading = 音楽アカウントでアプリにサインイン
home-lead = これは { $service } のサービスです。アカウントを管理し、アプリがあなたのアカウントを使う前に確認します。アプリにパスワードが知られることはありません。
home-account = プロフィール、パスワード、トラック、あなたの代わりに操作できるアプリ
home-sign-up = ユーザー名、名前、パスワード
home-developers = 開発者の方へ
home-register = ユーザーがサインインするアプリを登録する
home-api = HTTP API
home-openapi = このサービスの OpenAPI ドキュメント
home-contact = ご質問は { $link } まで。

## Connected apps

connected-removed = アプリを解除しました。今後あなたの代わりに操作することはできず、再び行うには確認が必要です。
connected-none = あなたの代わりに操作できるアプリはありません。どのアプリも、最初に確認が必要です。
connected-no-more = これ以上アプリはありません。
connected-lead = これらのアプリは、あなたの代わりに操作できます。解除すると、アプリはすぐにサインアウトされます。
connected-can = できること：
connected-since = 許可した日時
connected-last-active = 最後の利用
connected-never = なし
connected-status = 状態
connected-signed-in = サインイン中
connected-server = サインアウト済み（アプリのサーバーはまだあなたの代わりに操作できます）
connected-signed-out = サインアウト済み
connected-remove = 解除
connected-more = さらに表示
connected-first = 最初のアプリ

## Your account

account-heading = あなたのアカウント
account-name-rule = 誰でも見ることができます。ユーザー名 { $handle } は変わりません。
account-save-name = 名前を保存
account-picture = 画像
account-picture-rule = 5 MB 以下の PNG または JPEG ファイル。正方形に切り抜かれ、撮影場所と日付は取り除かれます。
account-save-picture = 画像を保存
account-remove-picture = 画像を削除
account-current-password = 現在のパスワード
account-new-password = 新しいパスワード
account-new-password-rule = 8 文字以上。ほかのすべてのブラウザーからサインアウトされます。
account-sign-out-apps = すべてのアプリからもサインアウトする
account-change-password = パスワードを変更
account-everywhere = すべての場所でサインアウト
account-everywhere-what = このブラウザーを含むすべてのブラウザーと、すべてのアプリからサインアウトします。アプリの連携は残ります。解除は「{ $link }」で行えます。
account-everywhere-servers = 私がアプリにもう一度サインインするまで、アプリのサーバーも私の代わりに操作できないようにする
account-delete-heading = アカウントの削除
account-delete-what = 1 週間後に、プロフィール、トラック、ライブラリ、アップロード、開発者アプリが完全に削除され、ユーザー名がほかの人に割り当てられることはありません。それまでは、サインインすれば取り消せます。その間はサインアウトされ、トラックは非表示になり、どのアプリもあなたの代わりに操作しません。
account-download = 先に{ $link }してください：プロフィール、音声付きのトラック、ライブラリ。
account-download-link = データをダウンロード
account-delete = アカウントを削除する
account-delete-button = 1 週間後に削除
account-name-changed = 名前を変更しました。
account-picture-changed = 画像を変更しました。
account-picture-removed = 画像を削除しました。
account-password-changed = パスワードを変更しました。ほかのすべてのブラウザーからサインアウトしました。
account-password-wrong = パスワードが違います。もう一度お試しください。

picture-none = 先に画像（PNG または JPEG ファイル）を選んでください。
picture-too-large = 画像が 5 MB を超えています。もっと小さいものを選んでください。
picture-too-many-pixels = 画像のピクセル数が多すぎます。もっと小さいものを選んでください。
picture-format = ファイルが PNG または JPEG の画像ではありません。別のものを選んでください。
picture-damaged = ファイルが壊れています。別の画像を選んでください。
picture-too-many = 画像が多すぎます。{ $minutes } 分待ってから、もう一度お試しください。
picture-busy = サービスが多くの画像を処理しています。少し待ってから、もう一度お試しください。
picture-storage-full = サービスに画像を保存する空きがありません。しばらくしてからお試しください。

## Deletion

deletion-title = アカウントは削除されます
deletion-heading = { $handle } は削除されます
deletion-on = { $date } に、すべてのトラック、ライブラリ、開発者アプリとともに削除されます。それまではサインアウトされ、どのアプリもあなたの代わりに操作せず、トラックは非表示になります。
deletion-keep = アカウントを残す
deletion-keep-what = トラックは再び一覧に表示されます。すべてのブラウザーとアプリからサインアウトしたままになります。必要な場所でもう一度サインインしてください。
deletion-sign-in = アカウントを残すには、その日までに{ $link }してください。
deletion-sign-in-link = サインイン

## Reset the password

reset-title = 新しいパスワードの設定
reset-lead = 設定するとすべての場所でサインアウトされ、新しいパスワードでサインインします。
reset-needs-link = これにはリンクが必要です。{ $link } に依頼してください。30 分間有効です。リンクを開くか、そのコードをここに入力してください。
reset-needs-operator = これにはリンクが必要です。このサービスの運営者に依頼してください。30 分間有効です。リンクを開くか、そのコードをここに入力してください。
reset-code = コード
reset-code-rule = リンクの # より後の部分です。
reset-button = パスワードを設定
reset-back = サインインに戻る
reset-link-invalid = このリンクは使用済みか、古すぎるか、不完全です。別のリンクを依頼してください。

## Your tracks

tracks-deleted = トラックを削除しました。
tracks-none = トラックはありません。許可すれば、アプリがアップロードできます。
tracks-no-more = これ以上トラックはありません。
tracks-lead = 変更はアプリで行います。どのトラックでも削除できるのはここだけです。アプリは自分が追加したトラックだけを削除し、ほかは非表示にします。
tracks-hidden = 非表示：あなただけに見えます
tracks-public = 公開
tracks-gated = 制限付き：誰が聴けるかはアクセスサーバーが決めます
tracks-share = 共有
share-link = トラックのページへのリンク
share-code = ウェブページで再生するためのコード
share-copy = コピー
share-copied = コピーしました
share-selected = 選択しました。キーボードでコピーしてください
tracks-delete = 削除
tracks-delete-what = 再生できなくなり、元に戻すこともできません。
tracks-delete-button = 完全に削除
tracks-older = 古いトラック
tracks-newest = 最新のトラック

## A track's page, and its player in a page of another site

track-duration = 長さ:
track-play = 再生
track-gated = このトラックを誰が聴けるかは、所有者が決めます。
track-sites = 再生できるサイト:
track-checking = 聴けるかどうかを確認しています…
track-needs-script = このトラックを再生するには、JavaScript を許可してください。
track-elsewhere = このトラックはここでは再生できません。所有者が提供しているサイトまたはアプリで聴いてください。
track-failed = 現在、このトラックを再生できません。後でもう一度お試しください。
track-closed-country = このトラックは、お住まいの国では再生できません。
track-closed-country-unknown = 国を特定できません。このトラックは一部の国でのみ再生できます。
track-closed-group = このトラックはグループのメンバー専用です。
track-closed-opens = このトラックは { $time } に公開されます。
track-closed-over = このトラックはもう再生できません。
track-closed-paid = このトラックは購入した人だけが聴けます。
track-closed-sign-in = 聴くには、所有者が提供しているサイトまたはアプリでサインインしてください。
track-closed-site = このトラックはこのサイトでは再生できません。
track-closed-verified = このトラックは確認済みのアカウント専用です。
track-closed-other = このトラックは聴けません。
track-buy = { $host } で購入
track-join = { $host } で参加を申し込む
embed-open = { $service } で開く
embed-nowhere = どのサイトもこのトラックを埋め込めません。規則がどのサイトも許可していないか、アクセスサーバーが許可するサイトを知らせていません。
embed-missing = このトラックは存在しません

## Errors

broken-link = このサインイン用リンクは使えません
broken-link-text = 何も共有されていません。このページを閉じて、アプリの開発者に知らせてください。
stale-form = もう一度お試しください
stale-form-text = フォームの有効期限が切れたか、すでに送信されたか、別のサインインのものです。何も変更されていません。最初からやり直し、このページの Cookie を許可してください。
stale-form-button = 最初からやり直す
no-form = 何も行われていません
no-form-text = このリクエストは、このページのフォームから送信されたものではありません。戻って、もう一度お試しください。
no-decision = 何も決まっていません
no-decision-text = フォームに選択が含まれていません。戻って、もう一度選んでください。
rate-limited = 少々お待ちください
rate-limited-text = あなた、またはお使いのネットワークからのリクエストが多すぎます。数秒待ってから、もう一度お試しください。
rate-limited-button = もう一度試す
export-running-text = 別のダウンロードが進行中か、ダウンロードが多すぎます。数分後にもう一度お試しください。
too-many-apps = 連携中のアプリが多すぎます
too-many-apps-text = サインインの数がアカウントの上限に達しています。使わなくなったアプリを解除してから、もう一度サインインしてください。
no-space = 現在、新しくサインインできません
no-space-text = サービスにサインインのための空きがありません。サインイン中のアプリは引き続き使えます。しばらくしてからお試しください。
sign-up-closed = 登録は受け付けていません
sign-up-closed-text = アカウントを作成できるのは、このサービスの運営者だけです。運営者に依頼してください。
internal = 問題が発生しました
internal-text = 何も共有されていません。少し待ってから、もう一度お試しください。
not-found = ページが見つかりません
not-found-text = アドレスが間違っているか、ページが削除されています。
no-app = アプリが見つかりません
no-app-text = アプリが削除されたか、別のアカウントのものです。

## Times

date-time = { $year }年{ $month }月{ $day }日 { $time }（UTC）
just-now = たった今
minutes-ago = { $count } 分前
hours-ago = { $count } 時間前
days-ago = { $count } 日前
