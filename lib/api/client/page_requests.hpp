#pragma once

#include "api/client/client_impl.hpp"
#include "api/client/page_walk.hpp"
#include "api/client/repetition_check.hpp"

#include <coinformer/api/object_list.hpp>

#include <cstddef>
#include <memory>
#include <string>

namespace coinformer::detail {

/// Fetches the pages of one list, one after the other. A page that fails is fetched again, as
/// client_options::retry says. If the server has forgotten the continue token (410), the list begins again,
/// with larger pages.
///
/// Threads    the client's strand.
class page_requests {
public:
    page_requests(std::shared_ptr<client::impl> api, request_mode mode, std::string path,
                  list_options options, object_type const& type);

    bool has_next() const noexcept { return walk_.has_next(); }
    /// Returns the next page. Call it again after a failure to try the same page again.
    ///
    /// Cancel     At any time.
    [[nodiscard]] task<untyped_list> fetch() &;
    /// Throws if a list has this many objects that do not decode, and these are too many.
    void check_faults(std::size_t count) const;
    client::impl& api() const noexcept { return *api_; }

private:
    [[nodiscard]] task<untyped_list> fetch_page(list_options what) &;
    [[nodiscard]] task<untyped_list> fetch_once(list_options what, unsigned attempt) &;
    [[nodiscard]] task<> read(list_options what, unsigned attempt, deadline& quiet, untyped_list& page) &;
    void begin_anew();
    void check_repetition(object_key const& key);

    std::shared_ptr<client::impl> api_;
    request_mode mode_;
    std::string path_;
    list_options options_;
    object_type const& type_;

    page_walk walk_;
    std::string version_; // the version of the first page, which all pages have
    repetition_check repetition_;
    unsigned expired_ = 0;     // how often the token has expired
    bool begins_anew_ = false; // the next page is the first of a list that was begun again
    bool is_received_ = false; // the bytes of this page have come, so that the connection is not to blame
};

} // namespace coinformer::detail
